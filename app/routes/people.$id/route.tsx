import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useId } from 'react'
import { listingPath } from '~/features/catalog/deals/list/listing'
import {
  ContributionHead,
  ContributionItem,
  ContributionList,
  ContributionText,
} from '~/features/contributions/members/contribution-list'
import {
  countPublic,
  findPerson,
  listPersonChanges,
  listPersonReviews,
  listPersonSuggestions,
  REVIEWS_PER_PERSON_PAGE,
} from '~/features/contributions/members/public-profile.server'
import { describeOwnership } from '~/features/contributions/reviews/follow-up'
import { FollowUps } from '~/features/contributions/reviews/follow-up-entry'
import { LabelList } from '~/features/contributions/reviews/label-list'
import { findUser } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { parsePage, parseRowId } from '~/http/params'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { Avatar } from '~/ui/avatar'
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import type { IconName } from '~/ui/icon'
import { formatMonth, LocalDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { ReportLink } from '~/ui/report-link'
import { SectionHead } from '~/ui/section-head'
import { SideEntry, SideList } from '~/ui/side-list'
import { Stars } from '~/ui/stars'
import { Tallies, Tally } from '~/ui/tally'

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
      id: person.id,
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

/** Never cached, so that switching the page off has effect at once. */
export default function PersonPage() {
  const { id, name, since, isOwn, isOpen, counts, reviews, changes, suggestions, page, pages, path } =
    useLoaderData<typeof loader>()
  const isEmpty = counts.reviews + counts.changes + counts.suggestions === 0
  return (
    <div className="wrap mb-section">
      <div className="wrap-anywhere mb-7 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 pt-6 md:pt-8 xl:pt-10">
        <Avatar name={name} size="2xl" />
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p className="mt-1 text-control text-muted-foreground">{`Member since ${since}`}</p>
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
      <div className="grid gap-10 pt-8 md:gap-12 md:pt-10 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:gap-x-14 xl:gap-14 xl:pt-12">
        <section aria-labelledby="reviews" className="min-w-0">
          <SectionHead line="none">
            <h2 id="reviews">Reviews</h2>
            {counts.reviews > 0 ? <p className="text-muted-foreground">{`${counts.reviews}, newest first`}</p> : null}
          </SectionHead>
          {reviews.length > 0 ? (
            <ContributionList>
              {reviews.map((review) => (
                <PersonReview key={review.id} review={review} />
              ))}
            </ContributionList>
          ) : (
            <EmptyState
              icon="message-square-dashed"
              title={isEmpty ? 'No contributions yet' : 'No reviews yet'}
              text="Reviews appear here once a moderator has approved them."
            />
          )}
          <Pagination page={page} pageCount={pages} href={(number) => listingPath(path, number)} />
        </section>
        <aside className="grid min-w-0 content-start gap-6" aria-label="Other contributions">
          <NewestEntries
            heading="Changes reported"
            icon="badge-check"
            total={counts.changes}
            entries={changes.map(({ slug, deal, ...change }) => ({
              ...change,
              to: `/deals/${slug}/changes#change-${change.id}`,
              about: deal,
            }))}
          />
          <NewestEntries
            heading="Deals suggested"
            icon="file-pen-line"
            total={counts.suggestions}
            entries={suggestions.map(({ slug, ...deal }) => ({ ...deal, to: `/deals/${slug}` }))}
          />
          {isOwn ? <OwnPageNotice isOpen={isOpen} /> : <ReportLink kind="profile" id={id} />}
        </aside>
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen text="This member has no public profile." back={{ to: '/deals', label: 'Browse all deals' }} />
}

/** Shows the owner of the profile who can see the page. */
function OwnPageNotice({ isOpen }: { isOpen: boolean }) {
  return (
    <Notice
      icon={isOpen ? 'eye' : 'eye-off'}
      isLive={false}
      title={isOpen ? 'This is your public profile' : 'Only you can see this page'}
      text={
        <>
          {isOpen ? 'Others see it like this, without your email. ' : 'Your public profile is off. '}
          <Link className="link" discover="none" to="/account/settings#public-profile">
            {isOpen ? 'Turn it off' : 'Change it in your settings'}
          </Link>
        </>
      }
    />
  )
}

type Listed = Awaited<ReturnType<typeof listPersonReviews>>[number]
type PersonReviewProps = {
  review: Omit<Listed, 'created_at' | 'edited_at'> & { created_at: Date | string; edited_at: Date | string | null }
}

/** A review with the deal it is about: whose it is, the page says. */
function PersonReview({ review }: PersonReviewProps) {
  const { id, rating, title, body, deal, slug, created_at, edited_at } = review
  const ownership = describeOwnership(review)
  return (
    <ContributionItem>
      <ContributionHead>
        <Stars value={rating} small />
        <Link className="link inline-flex min-h-6 items-center" discover="none" to={`/deals/${slug}#review-${id}`}>
          <bdi>{deal}</bdi>
        </Link>
        <LocalDate value={created_at} />
        {edited_at ? (
          <span>
            Edited <LocalDate value={edited_at} />
          </span>
        ) : null}
        {ownership ? <span>{ownership}</span> : null}
      </ContributionHead>
      <h3 dir="auto">{title}</h3>
      <LabelList facts={review} />
      <ContributionText>{body}</ContributionText>
      <FollowUps entries={review.follow_ups} answer={review.answer} />
    </ContributionItem>
  )
}

type Entry = {
  id: string
  title: string
  to: string
  on: Date | string
  /** The deal, where the title is not its own. */
  about?: string
}

type NewestEntriesProps = { heading: string; icon: IconName; entries: Entry[]; total: number }

function NewestEntries({ heading, icon, entries, total }: NewestEntriesProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-h3 leading-heading">
        {heading}
      </h2>
      <SideList>
        {entries.map(({ id: key, title, to, on, about }) => (
          <SideEntry key={key} icon={icon}>
            <Link className="link" discover="none" to={to}>
              <bdi>{title}</bdi>
            </Link>
            <p>
              {about ? <bdi>{`${about}, `}</bdi> : 'Entered '}
              <LocalDate value={on} />
            </p>
          </SideEntry>
        ))}
      </SideList>
      {entries.length < total ? (
        <p className="text-small text-muted-foreground">{`The newest ${entries.length} of ${total.toLocaleString('en-US')}.`}</p>
      ) : null}
    </section>
  )
}
