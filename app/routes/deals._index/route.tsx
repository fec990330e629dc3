import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { SaveSearch } from '~/features/audience/following/save-search'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import type { CardDeal } from '~/features/catalog/deals/deal'
import { isRows, type RowDeal, toCards, toRows } from '~/features/catalog/deals/list/deal-card'
import {
  type DealSearch,
  dealFeeds,
  dealListPath,
  hasCrossedPrices,
  hasDefaultParams,
  hasFilters,
  inView,
  parseDealSearch,
} from '~/features/catalog/deals/list/deal-filters'
import { DealGrid } from '~/features/catalog/deals/list/deal-grid'
import { DealList } from '~/features/catalog/deals/list/deal-rows'
import { ActiveFilters, DealFilterForm, ViewSwitch } from '~/features/catalog/deals/list/filter-form'
import { listCurrencies } from '~/features/catalog/deals/list/filter-values.server'
import { ListCount } from '~/features/catalog/deals/list/listing'
import { NO_DEALS, searchWithTimeout } from '~/features/catalog/deals/list/search-with-timeout.server'
import type { ShelfCounts } from '~/features/catalog/deals/list/shelves'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { orEmpty, retryAfterHeader } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { FollowLinks } from '~/ui/follow-links'
import { Pagination } from '~/ui/pagination'
import { RecordsUnreachable } from '~/ui/records-unreachable'
import { Skeleton, SkeletonTemplate } from '~/ui/skeleton'
import { InvalidPrices, NoDeals, TooSlow, Unpriced } from './no-deals'
import { findSavable, suggest } from './search.server'

const LEAD = 'Lifetime software deals with dated prices, moderated reviews and verified changes.'

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const asked = parseDealSearch(searchParams)
  // A form without scripts sends every field.
  if (hasDefaultParams(searchParams)) throw redirect(dealListPath(asked))

  const [read, currencies, categories, platforms, user] = await Promise.all([
    orEmpty(undefined, searchWithTimeout(asked)),
    orEmpty([], listCurrencies()),
    orEmpty([], listCategoriesForFilter()),
    orEmpty([], listPlatforms()),
    orEmpty(undefined, findUser(request)),
  ])
  const found = read ?? NO_DEALS
  const { count, pages, isTooSlow } = found
  const isInvalid = hasCrossedPrices(asked)
  const isEmpty = read !== undefined && count === 0 && !isTooSlow && !isInvalid
  const lastPage = Math.max(pages, 1)
  if (read && !isTooSlow && asked.page > lastPage) throw redirect(dealListPath({ ...asked, page: lastPage }))

  const search = withKnownTaxonomies(asked, categories, platforms)
  const names = {
    category: categories.find(({ slug }) => slug === search.category)?.full_name ?? '',
    platform: platforms.find(({ slug }) => slug === search.platform)?.name ?? '',
    currencies,
  }
  const page = search.page > 1 ? `, page ${search.page}` : ''
  const head = await describePage({
    title: `All Deals${page}`,
    description: LEAD,
    path: dealListPath(inView(search, '')),
    isIndexed: dealListPath({ ...search, view: '', page: 1 }) === '/deals',
    feeds: dealFeeds('Deals', search),
  })
  const screen = {
    ...found,
    deals: search.view === 'list' ? toRows(found.deals) : toCards(found.deals),
    search,
    names,
    categories: categories.map(({ name, slug, depth }) => ({ name, slug, depth })),
    platforms: platforms.map(({ name, slug }) => ({ name, slug })),
    today: utcToday(),
    isInvalid,
    isUnreachable: read === undefined,
    savable: await findSavable(user, search, names),
    suggestions: isEmpty ? await suggest(asked) : [],
    head,
  }
  if (isInvalid) return data(screen, { status: 400 })
  return isTooSlow ? data(screen, { status: 503, headers: retryAfterHeader(60) }) : screen
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function DealsPage() {
  const { head, names, categories, platforms, savable, suggestions, today, search, ...found } =
    useLoaderData<typeof loader>()
  const { deals, isTooSlow, isInvalid, isUnreachable } = found
  // With a filter by status there is one shelf, or a part of one.
  const shown = search.status || search.open ? undefined : found.shelves
  const isLoading = useNavigation().location?.pathname === '/deals'
  const isSiteEmpty = found.count === 0 && search.q === '' && !hasFilters(search)
  return (
    <div className="wrap mb-section">
      <div className="flex items-baseline gap-x-6 pt-5 pb-3.5">
        <h1>All Deals</h1>
        <p className="text-control text-muted-foreground max-lg:hidden">{LEAD}</p>
      </div>
      <DealFilterForm
        key={dealListPath({ ...search, page: 1 })}
        {...{ search, categories, platforms, currencies: names.currencies }}
      />
      <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2.5 py-3 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
        {isTooSlow || isInvalid || isUnreachable || isSiteEmpty ? (
          <p />
        ) : (
          <p className="text-small text-muted-foreground" role="status">
            <ListCount
              count={found.count}
              isCapped={found.isCapped}
              open={shown?.open}
              noun={search.offers === 'all' ? 'offer' : 'product'}
            />
          </p>
        )}
        <div className="lg:col-start-3">
          <ViewSwitch search={search} />
        </div>
        <ActiveFilters search={search} names={names}>
          {savable ? <SaveSearch search={savable} returnTo={dealListPath(search)} /> : null}
        </ActiveFilters>
      </div>
      <div data-results="">
        {isLoading ? <Skeleton view={search.view} /> : null}
        {!isLoading && deals.length > 0 ? <Deals deals={deals} today={today} search={search} shelves={shown} /> : null}
        {!isLoading && isUnreachable ? <RecordsUnreachable /> : null}
        {!isLoading && isTooSlow ? <TooSlow /> : null}
        {!isLoading && isInvalid ? <InvalidPrices /> : null}
        {!isLoading && !isTooSlow && !isInvalid && deals.length === 0 ? (
          <NoDeals suggestions={suggestions} search={search} offers={found.offers} />
        ) : null}
        {isLoading || found.unpriced === 0 ? null : <Unpriced count={found.unpriced} search={search} />}
        <Pagination page={search.page} pageCount={found.pages} href={(page) => dealListPath({ ...search, page })} />
      </div>
      <div className="mt-8">
        <FollowLinks feeds={head.feeds} />
      </div>
      <SkeletonTemplate view={search.view} />
    </div>
  )
}

type DealsProps = { deals: CardDeal[] | RowDeal[]; today: string; search: DealSearch; shelves: ShelfCounts | undefined }

function Deals({ deals, today, search, shelves }: DealsProps) {
  return isRows(deals) ? (
    <DealList deals={deals} today={today} sort={search.sort} shelves={shelves} />
  ) : (
    <DealGrid deals={deals} today={today} heading="h2" shelves={shelves} />
  )
}

/** Drops unknown categories and platforms, which filter nothing, so that the page does not show them as filters. */
function withKnownTaxonomies(search: DealSearch, categories: { slug: string }[], platforms: { slug: string }[]) {
  const keep = (known: { slug: string }[], slug: string) => (known.some((one) => one.slug === slug) ? slug : '')
  return { ...search, category: keep(categories, search.category), platform: keep(platforms, search.platform) }
}
