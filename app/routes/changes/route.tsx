import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { changesPath, parseChangeSearch } from '~/features/contributions/change-logs/change-search'
import { listChangeStream } from '~/features/contributions/change-logs/change-stream.server'
import { withLoadFailure } from '~/http/responses.server'
import '~/styles/changes.css'
import { EmptyState } from '~/ui/empty-state'
import { FollowLinks } from '~/ui/follow-links'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { ChangeFilters } from './change-filters'
import { ChangeStream } from './change-stream'

const LEAD = 'What changed after the sale: prices, limits and terms, reported by members and checked by us.'

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const { searchParams } = new URL(request.url)
    const asked = parseChangeSearch(searchParams)
    // A form without scripts sends every field.
    if ([...searchParams.values()].includes('')) throw redirect(changesPath(asked))

    const [list, categories] = await Promise.all([listChangeStream(asked), listCategoriesForFilter()])
    const lastPage = Math.max(list.pages, 1)
    if (asked.page > lastPage) throw redirect(changesPath({ ...asked, page: lastPage }))

    const isKnown = categories.some(({ slug }) => slug === asked.category)
    const search = { ...asked, category: isKnown ? asked.category : '' }
    const page = search.page > 1 ? `, page ${search.page}` : ''
    const head = await describePage({
      title: `Verified changes${page}`,
      description: LEAD,
      path: changesPath(search),
      isIndexed: changesPath({ ...search, page: 1 }) === '/changes',
      feeds: (['rss', 'json'] as const).map((type) => ({
        type,
        title: 'Verified changes',
        path: changesPath({ ...search, page: 1 }, `/changes.${type}`),
      })),
    })
    return { ...list, search, categories: categories.map(({ name, slug, depth }) => ({ name, slug, depth })), head }
  })
}

export default function ChangesPage() {
  const { changes, count, isCountCapped, pages, search, categories, head } = useLoaderData<typeof loader>()
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <h1>Verified changes</h1>
        <p className="lead">{LEAD}</p>
      </div>
      <ChangeFilters key={changesPath(search)} search={search} categories={categories} />
      <div className="filter-line">
        <p className="small muted" role="status">
          <b className="strong">
            {isCountCapped ? `${count.toLocaleString('en-US')}+ changes` : pluralize(count, 'change')}
          </b>
        </p>
        <FollowLinks feeds={head.feeds} />
      </div>
      {changes.length > 0 ? (
        <ChangeStream changes={changes} />
      ) : (
        <EmptyState
          icon="history"
          title="No verified changes yet"
          text={
            head.isIndexed
              ? 'Changes that members report and we confirm are listed here.'
              : 'Try another kind or category.'
          }
        />
      )}
      <Pagination page={search.page} pageCount={pages} href={(page) => changesPath({ ...search, page })} />
    </div>
  )
}
