import { data } from '@remix-run/node'
import { type NotNull, sql } from 'kysely'
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { memoizeByRequest } from '~/db/memoize-by-request.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { ownName } from '~/features/catalog/deals/category-name'
import type { DealSummary } from '~/features/catalog/deals/deal'
import { DEAL_COLUMNS } from '~/features/catalog/deals/deal-fields'
import { faqsOf, planLimitsOf, plansOf, prosAndConsOf } from '~/features/catalog/deals/deal-lists.server'
import { dealCardColumns } from '~/features/catalog/deals/list/deal-card.server'
import { type DealsQuery, shelfRank } from '~/features/catalog/deals/list/find-deals.server'
import { suggestTitles } from '~/features/catalog/deals/list/suggestions.server'
import { IS_PAID_ONCE } from '~/features/catalog/deals/open-deals.server'
import { LINK_COLUMNS, withCommission } from '~/features/catalog/deals/outbound-urls.server'
import { PERSON_ID } from '~/features/people/accounts/author.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { isStaff } from '~/features/people/accounts/profile'
import { movedTo } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'

type Shown = { slug: string; published: boolean }

/**
 * A deal with its lists, category, platform, product, vendor and the member who suggested it, for the page at its slug;
 * undefined for unknown slugs and drafts.
 */
export async function findPublishedDeal(slug: string) {
  return findDeal({ slug, published: true })
}

/** The stored status is left out: visitors read the shown one. */
const SHOWN_COLUMNS = DEAL_COLUMNS.filter((column) => column !== 'status')

const dealBySlug = prepare('deal_by_slug', (given: Placeholders<Shown & { today: string }>) =>
  db
    .selectFrom('deals')
    .innerJoin('categories', 'categories.id', 'deals.category_id')
    .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .innerJoin('vendors', 'vendors.id', 'deals.vendor_id')
    .select([
      ...dealCardColumns(given.today),
      ...SHOWN_COLUMNS.map((column) => `deals.${column}` as const),
      'deals.created_at',
      'deals.updated_at',
      'deals.imported_at',
      'deals.product_id',
      'deals.comment_count',
      'deals.break_even_months',
      'categories.name as category_name',
      'categories.slug as category_slug',
      'parent.name as parent_name',
      'parent.slug as parent_slug',
      'vendors.slug as vendor_slug',
    ])
    .select((eb) => [
      jsonBuildObject({
        name: eb.ref('platforms.name'),
        slug: eb.ref('platforms.slug'),
        refund_days: eb.ref('platforms.refund_days'),
        refund_from: eb.ref('platforms.refund_from'),
        buyer_protection: eb.ref('platforms.buyer_protection'),
      }).as('platform'),
      jsonBuildObject({
        name: eb.ref('vendors.name'),
        status: eb.ref('vendors.status'),
        status_on: eb.ref('vendors.status_on'),
      }).as('vendor'),
      jsonBuildObject({ plans: plansOf(eb), limits: planLimitsOf(eb) }).as('plans'),
      prosAndConsOf(eb).as('pros_and_cons'),
      faqsOf(eb).as('faqs'),
      // The member who suggested the deal: the first one, where several did.
      jsonObjectFrom(
        eb
          .selectFrom('deal_suggestions')
          .innerJoin('profiles', 'profiles.id', 'deal_suggestions.user_id')
          .select(['profiles.name', PERSON_ID])
          .whereRef('deal_suggestions.deal_id', '=', 'deals.id')
          .where('deal_suggestions.status', '=', 'APPROVED')
          .where('profiles.name', 'is not', null)
          .orderBy('deal_suggestions.created_at')
          .limit(1)
          .$narrowType<{ name: NotNull }>(),
      ).as('credit'),
    ])
    .where('deals.slug', '=', given.slug)
    .where('deals.published', '=', given.published),
)

/** For the loaders of a page and its tab, which run in parallel. */
const dealOfRequest = memoizeByRequest(dealBySlug)

async function findDeal(shown: Shown) {
  const [row] = await dealOfRequest({ ...shown, today: utcToday() })
  if (!row) return undefined
  const [linked] = await withCommission([row], { areDrafts: !shown.published })
  const { category_name, category_slug, parent_name, parent_slug, ...deal } = linked!
  const parent = parent_slug === null ? null : { name: parent_name!, slug: parent_slug }
  return { ...deal, category: { name: ownName(category_name, parent), slug: category_slug, parent } }
}

/** What a write to a deal needs of it. */
export async function findPublishedDealTitle(slug: string) {
  return (await titleBySlug({ slug })).at(0)
}

const titleBySlug = prepare('deal_title_by_slug', (given: Placeholders<{ slug: string }>) =>
  db.selectFrom('deals').select(['id', 'slug', 'title']).where('slug', '=', given.slug).where('published', '=', true),
)

export type PublishedDeal = NonNullable<Awaited<ReturnType<typeof findPublishedDeal>>>

/** The current slug of a deal by a former one, "gone" after its deletion, or undefined. */
export async function findMovedDeal(slug: string): Promise<{ slug: string } | 'gone' | undefined> {
  const moved = await db
    .selectFrom('deal_redirects')
    .leftJoin('deals', (join) => join.onRef('deals.id', '=', 'deal_redirects.deal_id').on('deals.published', '=', true))
    .select(['deal_redirects.deal_id', 'deals.slug'])
    .where('deal_redirects.slug', '=', slug)
    .executeTakeFirst()
  if (!moved) return undefined
  if (moved.deal_id === null) return 'gone'
  return moved.slug === null || moved.slug === slug ? undefined : { slug: moved.slug }
}

/** The newest other deals of a category, or with a tag, that are considered as related. */
const RELATED_CANDIDATES = 100

/**
 * The newest deals of other products in the same category, followed by the newest that share a tag. Open deals come
 * first, as far as there are some among the newest.
 */
export async function listRelatedDeals(
  deal: { product_id: string; category_id: string; tags: string[] },
  limit = 4,
): Promise<DealSummary[]> {
  const others = db
    .selectFrom('deals')
    .where('deals.published', '=', true)
    .where('deals.is_current', '=', true)
    .where('deals.product_id', '<>', deal.product_id)
    .where(IS_PAID_ONCE)
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(RELATED_CANDIDATES)
  const inCategory = others.where('deals.category_id', '=', deal.category_id)
  const withTag = others
    .where(sql<boolean>`tags && ${deal.tags}::text[]`)
    .where('deals.category_id', '<>', deal.category_id)
  const candidates = (query: DealsQuery) => db.selectFrom(query.selectAll('deals').as('deals')).selectAll('deals')
  const related = candidates(inCategory).$if(deal.tags.length > 0, (query) => query.unionAll(candidates(withTag)))
  const found = db
    .selectFrom(related.as('deals'))
    .select([...dealCardColumns(), ...LINK_COLUMNS])
    .orderBy(shelfRank())
    .orderBy(sql`deals.category_id = ${deal.category_id}`, 'desc')
    .orderBy('deals.created_at', 'desc')
    .orderBy('deals.id', 'desc')
    .limit(limit)
  return withCommission(await found.execute())
}

/** The published deal of an address; for staff also a draft, as a preview. */
export async function findShownDeal(request: Request, slug: string) {
  const deal = await findPublishedDeal(slug)
  if (deal) return deal
  // Only now, because pages for visitors never read the session.
  const user = await findUser(request)
  return user && isStaff(user) ? findDeal({ slug, published: false }) : undefined
}

/** The response to throw when no published deal has this slug: a redirect, 410 or 404 with similar titles. */
export async function missingDeal(slug: string, request: Request) {
  const [moved, alternatives] = await Promise.all([findMovedDeal(slug), suggestTitles(slug.replaceAll('-', ' '))])
  if (moved && moved !== 'gone') {
    const { pathname, search } = new URL(request.url)
    const tab = pathname.slice(`/deals/${slug}`.length)
    return movedTo(`/deals/${moved.slug}${tab}${search}`)
  }
  return data({ heading: 'Deal not found', alternatives }, { status: moved === 'gone' ? 410 : 404 })
}
