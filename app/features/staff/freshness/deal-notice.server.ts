import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { IS_PAID_ONCE } from '~/features/catalog/deals/list/deal-query.server'
import type { PublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import type { BrokenLinkDetails } from '~/features/contributions/availability/alert'
import { IS_RECENT } from '~/features/contributions/availability/availability-reports.server'
import { utcToday } from '~/http/utc-day'

/** What a reader must know before anything else; the first of these that applies. */
export type DealNotice =
  | {
      kind: 'ended'
      /** The end date, if it has passed. */
      on: string | null
      /** The vendor, if it shut down. */
      shutDown?: { vendor: string; on: string | null }
      /** An open offer of the same product. */
      openOffer: { slug: string; platform: string; end_date: string | null } | null
      /** Open deals of the category, or of its parent, which `category` names. */
      alternatives: { category: string; deals: LinkedDeal[] } | null
    }
  | { kind: 'reported'; reports: number; since: Date | null }
  | { kind: 'broken-link'; days: number; last: string }

type NoticedDeal = Pick<PublishedDeal, 'id' | 'product_id' | 'shown_status' | 'end_date' | 'category' | 'vendor'>

type Alerts = Awaited<ReturnType<typeof openFreshness>>[number]['alerts']
type LinkedDeal = { slug: string; title: string }

const ALTERNATIVES = 3

/** What members say about a deal, and the notice on top of its page. */
export async function findFreshness(deal: NoticedDeal, userId?: string) {
  return deal.shown_status === 'EXPIRED' ? findFreshnessOfEnded(deal, userId) : findFreshnessOfOpen(deal, userId)
}

async function findFreshnessOfOpen({ id, vendor }: NoticedDeal, userId: string | undefined) {
  const [found] = await openFreshness({ dealId: id, userId: userId ?? null })
  const { alerts, counted_as_ended, ended_since, ...reports } = found!
  const shutDown = shutDownOf(vendor)
  const notice: DealNotice | null = shutDown
    ? { kind: 'ended', on: null, shutDown, openOffer: null, alternatives: null }
    : noticeOf(alerts, { reports: counted_as_ended, since: ended_since })
  return { ...shownReports(reports), notice }
}

function noticeOf(alerts: Alerts, ended: { reports: number; since: Date | null }): DealNotice | null {
  if (alerts.some(({ kind }) => kind === 'ENDED_REPORTS')) return { kind: 'reported', ...ended }
  const broken = alerts.find(({ kind }) => kind === 'BROKEN_LINK')?.details as BrokenLinkDetails | undefined
  return broken ? { kind: 'broken-link', days: broken.failedOn.length, last: broken.failedOn.at(-1)! } : null
}

async function findFreshnessOfEnded(deal: NoticedDeal, userId: string | undefined) {
  const { id, end_date, category, vendor } = deal
  const found = await reportsOf(sql.val(id), sql.val(userId ?? null))
    .select(() => [
      jsonObjectFrom(openOfferOf(deal)).as('open_offer'),
      jsonArrayFrom(openDealsIn(category.slug, deal)).as('in_category'),
      jsonArrayFrom(openDealsIn(category.parent?.slug ?? '', deal)).as('in_parent'),
    ])
    .executeTakeFirstOrThrow()
  const { open_offer, in_category, in_parent, ...reports } = found
  const shutDown = shutDownOf(vendor)
  const notice: DealNotice = {
    kind: 'ended',
    on: end_date !== null && end_date < utcToday() ? end_date : null,
    ...(shutDown && { shutDown }),
    openOffer: open_offer,
    alternatives: open_offer ? null : alternativesOf(category, in_category, in_parent),
  }
  return { ...shownReports(reports), notice }
}

function shutDownOf({ name, status, status_on }: NoticedDeal['vendor']) {
  return status === 'SHUT_DOWN' ? { vendor: name, on: status_on } : undefined
}

type Reports = { ended: number; available: number; own_has_ended: boolean | null; own_on: Date | null }

/** `own` is what the member says at present. */
function shownReports({ ended, available, own_has_ended, own_on }: Reports) {
  const own = own_has_ended === null || own_on === null ? undefined : { hasEnded: own_has_ended, on: own_on }
  return { reports: { ended, available }, own }
}

/** Without deals of the category and those below it, those of its parent. */
function alternativesOf({ name, parent }: NoticedDeal['category'], inCategory: LinkedDeal[], inParent: LinkedDeal[]) {
  if (inCategory.length > 0) return { category: name, deals: inCategory }
  return parent && inParent.length > 0 ? { category: parent.name, deals: inParent } : null
}

/**
 * The reports about a deal that staff have not settled: those that count and are recent, by what they say; all those that
 * count and say that it has ended; and that of the member.
 */
function reportsOf(dealId: RawBuilder<string>, userId: RawBuilder<string | null>) {
  return db
    .selectFrom('availability_reports')
    .select((eb) => {
      const counted = eb.fn.countAll<number>().filterWhere('counts', '=', true)
      return [
        counted.filterWhere(IS_RECENT).filterWhere('has_ended', '=', true).as('ended'),
        counted.filterWhere(IS_RECENT).filterWhere('has_ended', '=', false).as('available'),
        counted.filterWhere('has_ended', '=', true).as('counted_as_ended'),
        eb.fn
          .min<Date | null>('created_at')
          .filterWhere('counts', '=', true)
          .filterWhere('has_ended', '=', true)
          .as('ended_since'),
        eb.fn.max<Date | null>('created_at').filterWhere('user_id', '=', userId).as('own_on'),
        eb.fn.agg<boolean | null>('bool_or', ['has_ended']).filterWhere('user_id', '=', userId).as('own_has_ended'),
      ]
    })
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
}

const openFreshness = prepare('freshness', (given: Placeholders<{ dealId: string; userId: string | null }>) =>
  reportsOf(given.dealId, given.userId).select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('deal_alerts')
        .select(['kind', 'details'])
        .where('deal_id', '=', given.dealId)
        .where('status', '=', 'PENDING'),
    ).as('alerts'),
  ),
)

/** The current offer of the product, if it is open. */
function openOfferOf({ product_id }: NoticedDeal) {
  return db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select(['deals.slug', 'platforms.name as platform', 'deals.end_date'])
    .where('deals.product_id', '=', product_id)
    .where('deals.is_current', '=', true)
    .where(isOpen())
    .limit(1)
}

/** The newest open deals of other products in a category and those below it. */
function openDealsIn(category: string, { product_id }: NoticedDeal) {
  return db
    .selectFrom('deals')
    .select(['slug', 'title'])
    .where('published', '=', true)
    .where('is_current', '=', true)
    .where(sql<boolean>`category_path @> array(select id from categories where slug = ${category})`)
    .where(isOpen())
    .where(IS_PAID_ONCE)
    .where('product_id', '<>', product_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ALTERNATIVES)
}
