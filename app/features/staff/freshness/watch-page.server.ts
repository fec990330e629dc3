import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { inTransaction } from '~/db/transaction.server'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import { type PageData, readPageData } from '~/features/catalog/vendor-pages/page-data.server'
import {
  findDifference,
  hasRecordedPrice,
  isSameOffer,
  type PageOffer,
} from '~/features/catalog/vendor-pages/page-offer.server'
import type { PageDifferenceDetails } from '~/features/contributions/availability/alert'
import { type FetchedPage, htmlOf } from '~/http/fetch-page.server'
import { utcToday } from '~/http/utc-day'
import { log } from '~/log.server'
import { isSameAmount } from '~/ui/money'

type WatchedDeal = { id: string; url: string }
type VisitedPage = { url: string; html: string }

/** Compares the page behind a link with its deal. A page that cannot be read must not end the link checks. */
export async function watchFetchedPage(deal: WatchedDeal, page: FetchedPage) {
  const html = htmlOf(page)
  if (html === undefined) return
  try {
    await watchPage(deal, { url: page.url, html })
  } catch (error) {
    log.error({ err: error, deal: deal.id }, 'A page could not be compared with its deal')
  }
}

/**
 * Compares a visited page with the record of its deal. A difference that two visits find at least a day apart waits for
 * staff as an alert. The link check of the deal stores the difference. A page with the recorded price confirms the offer;
 * nothing else of the deal changes.
 */
export async function watchPage(deal: WatchedDeal, page: VisitedPage): Promise<void> {
  const data = readPageData(page)
  if (!data) return
  const isSeen = await inTransaction(async (trx) => {
    const alert = await lockAlert(trx, deal.id)
    const memory = await lockMemory(trx, deal)
    const record = memory && (await findRecord(trx, deal.id))
    if (!memory || !record) return false

    const found = findNewDifference(data, record, memory.ignored)
    const isFoundAgain = Boolean(found && memory.found && isSameOffer(found, memory.found))
    await remember(trx, deal.id, found, isFoundAgain)
    if (alert && (!found || !isSameOffer(found, alert.details.found))) await deleteAlert(trx, alert)
    else if (found && isFoundAgain && memory.isOldEnough) {
      const recorded = { price: record.deal_price, currency: record.currency }
      const { foundSince, now: foundAgain } = memory
      await saveAlert(trx, deal.id, { url: page.url, found, recorded, foundSince: foundSince!, foundAgain }, alert)
    }
    return isRunning(record) && hasRecordedPrice(data, recordedOf(record))
  })
  // Afterwards, because a save locks the deal before its link check.
  if (isSeen) await markSeen(deal.id)
}

async function markSeen(dealId: string) {
  const today = utcToday()
  await db
    .updateTable('deals')
    .set({ found_on: today })
    .where('id', '=', dealId)
    .where((eb) => eb.or([eb('confirmed_on', 'is', null), eb('confirmed_on', '<', today)]))
    .execute()
}

type Alert = { id: string; details: PageDifferenceDetails }

// Locked before the link check, in the order in which a decision of the staff does.
async function lockAlert(trx: Trx, dealId: string): Promise<Alert | undefined> {
  const alert = await trx
    .selectFrom('deal_alerts')
    .select(['id', 'details'])
    .where('deal_id', '=', dealId)
    .where('kind', '=', 'PAGE_DIFFERENCE')
    .where('status', '=', 'PENDING')
    .forUpdate()
    .executeTakeFirst()
  return alert && { id: alert.id, details: alert.details as PageDifferenceDetails }
}

/** What earlier visits of this link found; undefined when the deal is not watched or has another link now. */
async function lockMemory(trx: Trx, { id, url }: WatchedDeal) {
  const memory = await trx
    .selectFrom('link_checks')
    .select(['found', 'ignored', 'found_since'])
    .select([
      sql<boolean>`coalesce(found_since <= now() - interval '1 day', false)`.as('isOldEnough'),
      sql<Date>`now()`.as('now'),
    ])
    .where('deal_id', '=', id)
    .where('url', '=', url)
    .where('is_watched', '=', true)
    .forUpdate()
    .executeTakeFirst()
  return (
    memory && {
      found: memory.found as PageOffer | null,
      ignored: (memory.ignored ?? []) as PageOffer[],
      foundSince: memory.found_since?.toISOString(),
      isOldEnough: memory.isOldEnough,
      now: memory.now.toISOString(),
    }
  )
}

type DealRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>

async function findRecord(trx: Trx, dealId: string) {
  return trx
    .selectFrom('deals')
    .select(['deal_price', 'deal_price_period', 'currency', shownStatus().as('status')])
    .where('id', '=', dealId)
    .where('published', '=', true)
    .executeTakeFirst()
}

const isRunning = ({ status }: DealRecord) => status !== 'UPCOMING' && status !== 'EXPIRED'

const recordedOf = ({ deal_price, currency, deal_price_period }: DealRecord) => ({
  price: deal_price,
  currency,
  isSubscription: deal_price_period !== 'ONCE',
})

/** A deal that has not begun, or has ended, may have any price and need not be available. */
function findNewDifference(data: PageData, record: DealRecord, ignored: PageOffer[]) {
  if (!isRunning(record)) return undefined
  const found = findDifference(data, recordedOf(record))
  return found && !ignored.some((offer) => isSameOffer(offer, found)) ? found : undefined
}

/** A page with a difference is visited again on the next day, instead of in a week. */
async function remember(trx: Trx, dealId: string, found: PageOffer | undefined, isFoundAgain: boolean) {
  const since = isFoundAgain ? sql<Date>`found_since` : sql<Date>`now()`
  const tomorrow = sql<Date>`least(due_at, date_trunc('day', now(), 'UTC') + interval '1 day')`
  await trx
    .updateTable('link_checks')
    .set(
      found
        ? { found: JSON.stringify(found), found_since: since, due_at: tomorrow }
        : { found: null, found_since: null },
    )
    .where('deal_id', '=', dealId)
    .execute()
}

async function deleteAlert(trx: Trx, { id }: Alert) {
  await trx.deleteFrom('deal_alerts').where('id', '=', id).execute()
}

/** An open alert stays as staff may be reading it, unless the deal has another price since. */
async function saveAlert(trx: Trx, dealId: string, details: PageDifferenceDetails, open: Alert | undefined) {
  const values = { details: JSON.stringify(details) }
  if (!open) {
    await trx
      .insertInto('deal_alerts')
      .values({ ...values, deal_id: dealId, kind: 'PAGE_DIFFERENCE' })
      .execute()
  } else if (!isSameRecord(open.details.recorded, details.recorded)) {
    const changed = { ...values, version: sql<number>`version + 1` }
    await trx.updateTable('deal_alerts').set(changed).where('id', '=', open.id).execute()
  }
}

type Recorded = PageDifferenceDetails['recorded']

const isSameRecord = (one: Recorded, other: Recorded) =>
  isSameAmount(one.price, other.price) && one.currency === other.currency
