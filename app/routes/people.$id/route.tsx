import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listingPath } from '~/features/catalog/deals/list/deal-listing'
import {
  countPublic,
  findPerson,
  listPersonChanges,
  listPersonReviews,
  listPersonSuggestions,
  REVIEWS_PER_PERSON_PAGE,
} from '~/features/contributions/members/public-profile.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { parsePage, parseRowId } from '~/http/params'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { Avatar } from '~/ui/avatar'
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import { formatMonth } from '~/ui/local-date'
import { Pagination } from '~/ui/pagination'
import { Tallies, Tally } from '~/ui/tally'
import '~/styles/person.css'
import { OwnPageNotice } from './own-page-notice'
import { PersonReview } from './person-review'
import { SideList } from './side-list'

/** A page that its owner switched off, and one of a suspended account, is not found by others. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const id = parseRowId(params.id)
    if (!id) throw notFound('Member')
    const [user, person] = await Promise.all([findUser(request), findPerson(id)])
    const isOwn = user?.id === person?.id
    if (!person || !(person.is_open || isOwn)) throw notFound('Member')

    const page = parsePage(request)
    const [counts, reviews, changes, suggestions] = await Promise.all([
      countPublic(person.id),
      listPersonReviews(person.id, page),
      listPersonChanges(person.id),
      listPersonSuggestions(person.id),
    ])
    const path = `/people/${person.id}`
    const pages = Math.max(Math.ceil(counts.reviews / REVIEWS_PER_PERSON_PAGE), 1)
    if (page > pages) throw redirect(listingPath(path, pages))
    const head = pageHead({
      title: person.name,
      description: `Reviews and reported changes by ${person.name}.`,
      path: listingPath(path, page),
      isIndexed: false,
    })
    const since = formatMonth(person.created_at)
    return {
      name: person.name,
      since,
      isOwn,
      isOpen: person.is_open,
      counts,
      reviews,
      changes,
      suggestions,
      page,
      pages,
      path,
      head,
    }
  })
}

/** Never kept by caches, so that switching the page off holds at once. */
export default function PersonPage() {
  const { name, since, isOwn, isOpen, counts, reviews, changes, suggestions, page, pages, path } =
    useLoaderData<typeof loader>()
  const isEmpty = counts.reviews + counts.changes + counts.suggestions === 0
  return (
    <div className="wrap spaced">
      <div className="person-head">
        <Avatar name={name} />
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p className="muted">{`Member since ${since}`}</p>
        </div>
      </div>
      <Tallies>
        <Tally label={counts.reviews === 1 ? 'review published' : 'reviews published'}>{counts.reviews}</Tally>
        <Tally label={counts.checked === 1 ? 'checked purchase' : 'checked purchases'}>{counts.checked}</Tally>
        <Tally label={counts.changes === 1 ? 'verified change reported' : 'verified changes reported'}>
          {counts.changes}
        </Tally>
        <Tally label={counts.suggestions === 1 ? 'deal suggested' : 'deals suggested'}>{counts.suggestions}</Tally>
      </Tallies>
      <div className="person-columns">
        <section aria-labelledby="reviews" className="min-w-0">
          <div className="section-head section-head--plain">
            <h2 id="reviews">Reviews</h2>
            {counts.reviews > 0 ? <p className="muted">{`${counts.reviews}, newest first`}</p> : null}
          </div>
          {reviews.length > 0 ? (
            <ul className="contributions">
              {reviews.map((review) => (
                <PersonReview key={review.id} review={review} />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon="message-square-dashed"
              title={isEmpty ? 'No contributions yet' : 'No reviews yet'}
              text="Reviews appear here once a moderator has approved them."
            />
          )}
          <Pagination page={page} pageCount={pages} href={(number) => listingPath(path, number)} />
        </section>
        <aside className="person-columns__side" aria-label="Other contributions">
          <SideList
            heading="Changes reported"
            icon="badge-check"
            total={counts.changes}
            entries={changes.map(({ slug, deal, ...change }) => ({
              ...change,
              to: `/deals/${slug}/changes#change-${change.id}`,
              about: deal,
            }))}
          />
          <SideList
            heading="Deals suggested"
            icon="file-pen-line"
            total={counts.suggestions}
            entries={suggestions.map(({ slug, ...deal }) => ({ ...deal, to: `/deals/${slug}` }))}
          />
          {isOwn ? <OwnPageNotice isOpen={isOpen} /> : null}
        </aside>
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen text="This member has no public page." back={{ to: '/deals', label: 'Browse all deals' }} />
}
