import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { findAlternatives } from '~/features/catalog/deals/page/alternatives.server'
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
    }
  /** The day on which the offer was last confirmed, if it ever was. */
  | { kind: 'unconfirmed'; since: string | null }
  | { kind: 'reported'; reports: number; since: Date | null }
  | { kind: 'broken-link'; days: number; last: string }

type NoticedDeal = Pick<
  PublishedDeal,
  'id' | 'product_id' | 'shown_status' | 'end_date' | 'confirmed_on' | 'category' | 'vendor'
>

type Alerts = Awaited<ReturnType<typeof openFreshness>>[number]['alerts']

/** What members say about a deal, the notice on top of its page, and open deals that may take its place. */
export async function findFreshness(deal: NoticedDeal, userId?: string) {
  if (deal.shown_status === 'EXPIRED') return findFreshnessOfEnded(deal, userId)
  if (deal.shown_status !== 'UNCONFIRMED') return findFreshnessOfOpen(deal, userId)
  const [found, alternatives] = await Promise.all([findFreshnessOfOpen(deal, userId), findAlternatives(deal)])
  const notice: DealNotice = found.notice ?? { kind: 'unconfirmed', since: deal.confirmed_on }
  return { ...found, notice, alternatives }
}

async function findFreshnessOfOpen({ id, vendor }: NoticedDeal, userId: string | undefined) {
  const [found] = await openFreshness({ dealId: id, userId: userId ?? null })
  const { alerts, counted_as_ended, ended_since, ...reports } = found!
  const shutDown = shutDownOf(vendor)
  const notice: DealNotice | null = shutDown
    ? { kind: 'ended', on: null, shutDown, openOffer: null }
    : noticeOf(alerts, { reports: counted_as_ended, since: ended_since })
  return { ...shownReports(reports), notice, alternatives: null }
}

function noticeOf(alerts: Alerts, ended: { reports: number; since: Date | null }): DealNotice | null {
  if (alerts.some(({ kind }) => kind === 'ENDED_REPORTS')) return { kind: 'reported', ...ended }
  const broken = alerts.find(({ kind }) => kind === 'BROKEN_LINK')?.details as BrokenLinkDetails | undefined
  return broken ? { kind: 'broken-link', days: broken.failedOn.length, last: broken.failedOn.at(-1)! } : null
}

async function findFreshnessOfEnded(deal: NoticedDeal, userId: string | undefined) {
  const { id, end_date, vendor } = deal
  const [found, alternatives] = await Promise.all([
    reportsOf(sql.val(id), sql.val(userId ?? null))
      .select(() => jsonObjectFrom(openOfferOf(deal)).as('open_offer'))
      .executeTakeFirstOrThrow(),
    findAlternatives(deal),
  ])
  const { open_offer, ...reports } = found
  const shutDown = shutDownOf(vendor)
  const notice: DealNotice = {
    kind: 'ended',
    on: end_date !== null && end_date < utcToday() ? end_date : null,
    ...(shutDown && { shutDown }),
    openOffer: open_offer,
  }
  return { ...shownReports(reports), notice, alternatives: open_offer ? null : alternatives }
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
