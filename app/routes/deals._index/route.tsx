import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData, useNavigation } from '@remix-run/react'
import { noteEmptySearch } from '~/features/analytics/empty-searches.server'
import { listCategoriesForFilter } from '~/features/categories/categories.server'
import { ActiveFilters, dealListPath } from '~/features/deals/active-filters'
import { suggestTitles } from '~/features/deals/catalog.server'
import { dealFeeds } from '~/features/deals/deal-feeds'
import { DealFilters } from '~/features/deals/deal-filters'
import { DealGrid } from '~/features/deals/deal-grid'
import { type DealSearch, hasIdleParams, hasOnlyWords, parseDealSearch } from '~/features/deals/deal-search'
import { searchInTime } from '~/features/deals/search-in-time.server'
import { listPlatforms } from '~/features/platforms/platforms.server'
import { describePage } from '~/features/seo/describe-page.server'
import { requireCanonicalPath } from '~/http/canonical-path.server'
import { headTags } from '~/http/page-head'
import { publicPageHeaders } from '~/http/public-page'
import { FollowLinks } from '~/ui/follow-links'
import { Pagination } from '~/ui/pagination'
import { SkeletonCards, SkeletonTemplate } from '~/ui/skeleton'
import { NoDeals, TooSlow } from './no-deals'
import { ResultCount } from './result-count'

const LEAD = 'Lifetime software deals with dated prices, buyer reviews and verified changes.'

export async function loader({ request }: LoaderFunctionArgs) {
  requireCanonicalPath(request)
  const { searchParams } = new URL(request.url)
  const asked = parseDealSearch(searchParams)
  // A form without scripts sends every field.
  if (hasIdleParams(searchParams)) throw redirect(dealListPath(asked))

  const [found, categories, platforms] = await Promise.all([
    searchInTime(asked),
    listCategoriesForFilter(),
    listPlatforms(),
  ])
  const { count, pages, isTooSlow } = found
  const isEmpty = count === 0 && !isTooSlow
  // With a filter the words may be fine, and only nothing of that kind there.
  if (isEmpty && hasOnlyWords(asked)) noteEmptySearch(request, asked.q)
  if (!isTooSlow && asked.page > Math.max(pages, 1)) throw redirect(dealListPath({ ...asked, page: pages }))

  const search = withKnownPlaces(asked, categories, platforms)
  const page = search.page > 1 ? `, page ${search.page}` : ''
  const head = await describePage({
    title: `All Deals${page}`,
    description: LEAD,
    path: dealListPath(search),
    isIndexed: dealListPath({ ...search, page: 1 }) === '/deals',
    feeds: dealFeeds('Deals', search),
  })
  const screen = {
    ...found,
    search,
    categories: categories.map(({ name, slug, depth }) => ({ name, slug, depth })),
    platforms: platforms.map(({ name, slug }) => ({ name, slug })),
    suggestions: isEmpty && asked.q ? await suggestTitles(asked.q) : [],
    head,
  }
  return isTooSlow ? data(screen, { status: 503, headers: { 'Retry-After': '60' } }) : screen
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function DealsPage() {
  const { deals, count, isCountCapped, isTooSlow, pages, search, categories, platforms, suggestions, head } =
    useLoaderData<typeof loader>()
  const isLoading = useNavigation().location?.pathname === '/deals'
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <h1>All Deals</h1>
        <p className="lead">{LEAD}</p>
      </div>
      <DealFilters key={dealListPath({ ...search, page: 1 })} {...{ search, categories, platforms }} />
      <div className="filter-line">
        {isTooSlow ? null : (
          <ResultCount count={count} isCapped={isCountCapped} page={search.page} shown={deals.length} />
        )}
        <ActiveFilters {...{ search, categories, platforms }} />
      </div>
      <div data-results="">
        {isLoading ? <SkeletonCards /> : null}
        {!isLoading && deals.length > 0 ? <DealGrid deals={deals} heading="h2" /> : null}
        {!isLoading && isTooSlow ? <TooSlow /> : null}
        {!isLoading && !isTooSlow && deals.length === 0 ? <NoDeals suggestions={suggestions} /> : null}
        <Pagination page={search.page} pageCount={pages} href={(page) => dealListPath({ ...search, page })} />
      </div>
      <div className="mt-8">
        <FollowLinks feeds={head.feeds} />
      </div>
      <SkeletonTemplate />
    </div>
  )
}

/** A category or platform that does not exist filters nothing, so nothing may claim that it does. */
function withKnownPlaces(search: DealSearch, categories: { slug: string }[], platforms: { slug: string }[]) {
  const keep = (places: { slug: string }[], slug: string) => (places.some((place) => place.slug === slug) ? slug : '')
  return { ...search, category: keep(categories, search.category), platform: keep(platforms, search.platform) }
}
