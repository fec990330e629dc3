import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { nameOrder } from '~/db/name-order.server'
import { holdsTerms } from '~/db/search-terms.server'
import { isShownAs, shownStatus } from '~/features/catalog/deals/shown-status.server'
import { conditionsOf, countMatches, type DealsQuery, lookUp, TITLE_AND_VENDOR } from './find-deals.server'
import type { ManagedFilterName, ManageSearch } from './managed-search'

const MANAGED_PER_PAGE = 25
const CAP = 10_000
const LAST_PAGE = CAP / MANAGED_PER_PAGE

export type ManagedDeal = Awaited<ReturnType<typeof readManagedDeals>>[number]

/** The conditions of the filters that only the list of staff has. */
const WHERE: { [Name in ManagedFilterName]?: (value: Exclude<ManageSearch[Name], ''>) => RawBuilder<SqlBool> } = {
  published: (value) => (value === 'yes' ? sql`deals.published` : sql`not deals.published`),
  status: (status) => sql`deals.status = ${status}`,
  attention: (value) => sql`deals.published and ${ATTENTION[value]()}`,
  year: (year) => sql`to_char(coalesce(confirmed_on, start_date), 'YYYY') = ${year}`,
  // Rows of an import are deleted after 30 days; then no deal matches.
  import: (id) => sql`deals.id in (
    select deal_id from import_rows where import_id = ${id} and outcome in ('created', 'updated'))`,
}

// The same expressions as in the partial indexes, so that the planner uses them.
const ATTENTION = {
  priceless: () => sql`deals.deal_price is null`,
  imageless: () => sql`deals.hero_image_url is null`,
  unconfirmed: () => isShownAs('UNCONFIRMED'),
}

/** One page of the staff's list, drafts included. Counts and page numbers stop at a cap, as in the public lists. */
export async function listManagedDeals(search: ManageSearch) {
  const matches = await matchingManaged(search)
  const [ids, counted] = await Promise.all([
    search.page > LAST_PAGE ? [] : pageOfIds(search, matches),
    countMatches(matches, CAP + 1),
  ])
  const count = Math.min(counted, CAP)
  const pages = Math.ceil(count / MANAGED_PER_PAGE)
  return { deals: await readManagedDeals(ids), count, isCapped: counted > CAP, pages }
}

/**
 * The deals that match a search of staff, drafts included, without order or columns. Text is searched in title and
 * vendor.
 */
export async function matchingManaged(search: ManageSearch): Promise<DealsQuery> {
  const { category, platform, tag } = search
  const known = await lookUp(search)
  // The index of titles and vendors has no path of the category.
  let deals = db.selectFrom('deals').where(holdsTerms(TITLE_AND_VENDOR, known.terms))
  for (const condition of conditionsOf({ category, platform, tag }, { ...known, terms: [] }))
    deals = deals.where(condition)
  const where = Object.entries(WHERE) as [ManagedFilterName, (value: string) => RawBuilder<SqlBool>][]
  for (const [name, conditionOf] of where) if (search[name]) deals = deals.where(conditionOf(search[name]))
  return deals
}

/** The ids of all deals that match, newest first. */
export async function listManagedIds(search: ManageSearch) {
  const matches = await matchingManaged(search)
  const rows = await matches.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(({ id }) => id)
}

async function pageOfIds(search: ManageSearch, matches: DealsQuery) {
  const { page } = search
  const rows = await orderManaged(search, matches)
    .select('deals.id')
    .orderBy('deals.id', 'desc')
    .offset((page - 1) * MANAGED_PER_PAGE)
    .limit(MANAGED_PER_PAGE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Newest first; ended deals by end date, latest first, as in their index. A deal without a price is last. */
function orderManaged({ sort }: ManageSearch, matches: DealsQuery) {
  switch (sort) {
    case 'title':
      return matches.orderBy(TITLE)
    case 'title-desc':
      return matches.orderBy(TITLE, 'desc')
    case 'price':
      return matches.orderBy('deals.deal_price', (order) => order.asc().nullsLast())
    case 'price-desc':
      return matches.orderBy('deals.deal_price', (order) => order.desc().nullsLast())
    default:
      return matches.orderBy('deals.created_at', 'desc')
  }
}

const TITLE = nameOrder('deals.title')

/** The rows of these deals, in this order. */
async function readManagedDeals(ids: string[]) {
  const rows = await db
    .selectFrom('deals')
    .select(['id', 'title', 'vendor_name', 'summary', 'published', 'status', 'tags', 'deal_price', 'currency'])
    .select(shownStatus().as('shown_status'))
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
  const index = new Map(ids.map((id, i) => [id, i]))
  return rows.sort((a, b) => index.get(a.id)! - index.get(b.id)!)
}
