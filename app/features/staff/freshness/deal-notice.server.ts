import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { PublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { isOpen } from '~/features/catalog/deals/shown-status.server'
import { utcToday } from '~/http/utc-day'
import type { BrokenLinkDetails } from './alert'

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
      alternatives: { category: string; deals: { slug: string; title: string }[] } | null
    }
  | { kind: 'reported'; reports: number; since: Date | null }
  | { kind: 'broken-link'; days: number; last: string }

type NoticedDeal = Pick<PublishedDeal, 'id' | 'product_id' | 'shown_status' | 'end_date' | 'category' | 'vendor'>

const ALTERNATIVES = 3

export async function findDealNotice(deal: NoticedDeal): Promise<DealNotice | null> {
  const { name, status, status_on } = deal.vendor
  const shutDown = status === 'SHUT_DOWN' ? { vendor: name, on: status_on } : undefined
  if (deal.shown_status !== 'EXPIRED' && shutDown) {
    return { kind: 'ended', on: null, shutDown, openOffer: null, alternatives: null }
  }
  if (deal.shown_status === 'EXPIRED') {
    const on = deal.end_date !== null && deal.end_date < utcToday() ? deal.end_date : null
    const openOffer = await findOpenOffer(deal)
    return {
      kind: 'ended',
      on,
      ...(shutDown && { shutDown }),
      openOffer,
      alternatives: openOffer ? null : await findAlternatives(deal),
    }
  }
  const alerts = await db
    .selectFrom('deal_alerts')
    .select(['kind', 'details'])
    .where('deal_id', '=', deal.id)
    .where('status', '=', 'PENDING')
    .execute()
  if (alerts.some(({ kind }) => kind === 'ENDED_REPORTS')) return { kind: 'reported', ...(await findReports(deal.id)) }
  const broken = alerts.find(({ kind }) => kind === 'BROKEN_LINK')?.details as BrokenLinkDetails | undefined
  return broken ? { kind: 'broken-link', days: broken.failedOn.length, last: broken.failedOn.at(-1)! } : null
}

async function findReports(dealId: string) {
  return db
    .selectFrom('availability_reports')
    .select((eb) => [eb.fn.countAll<number>().as('reports'), eb.fn.min<Date | null>('created_at').as('since')])
    .where('deal_id', '=', dealId)
    .where('status', '=', 'PENDING')
    .where('has_ended', '=', true)
    .where('counts', '=', true)
    .executeTakeFirstOrThrow()
}

/** The current offer of the product, if it is open. */
async function findOpenOffer({ product_id }: NoticedDeal) {
  const offer = await db
    .selectFrom('deals')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .select(['deals.slug', 'platforms.name as platform', 'deals.end_date'])
    .where('deals.product_id', '=', product_id)
    .where('deals.is_current', '=', true)
    .where(isOpen())
    .executeTakeFirst()
  return offer ?? null
}

/** The newest open deals of the category and those below it; without any, of its parent. */
async function findAlternatives({ product_id, category }: NoticedDeal) {
  for (const { name, slug } of category.parent ? [category, category.parent] : [category]) {
    const deals = await db
      .selectFrom('deals')
      .select(['slug', 'title'])
      .where('published', '=', true)
      .where('is_current', '=', true)
      .where(sql<boolean>`category_path @> array(select id from categories where slug = ${slug})`)
      .where(isOpen())
      .where('product_id', '<>', product_id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(ALTERNATIVES)
      .execute()
    if (deals.length > 0) return { category: name, deals }
  }
  return null
}
