import type { Trx } from '~/db/executor'
import { recordEntry } from '~/features/catalog/deals/editor/record-entries'
import { withdrawChange } from '~/features/catalog/record/changed-deals.server'
import { logVerifiedChange } from '~/features/catalog/record/log-verified-change.server'
import { isSameOffer, type PageOffer } from '~/features/catalog/vendor-pages/page-offer.server'
import { type AppliedValue, applyValue, restoreValue } from '~/features/contributions/change-logs/apply-value.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { formatMoney, isSameAmount } from '~/ui/money'
import type { PageDifferenceDetails } from './alert'
import { setStatus } from './deal-status.server'
import { type DoubtEffects, settleDoubts, undoDoubts } from './doubts.server'

type Staff = { id: string }
type Alert = { dealId: string; details: PageDifferenceDetails }

/** What "Apply" changed on the deal, for its undo. */
export type AppliedPageOffer = { applied: AppliedValue; changeId: string } | DoubtEffects

/**
 * Sets the price of the deal to the one on the vendor's page, with its currency, and logs the change with the page as its
 * source. A page that only says that the offer is not available sets the deal to Expired.
 *
 * @throws CannotDecide when the deal is no longer what the page was compared with, or has several plans
 */
export async function applyPageOffer(trx: Trx, staff: Staff, { dealId, details }: Alert): Promise<AppliedPageOffer> {
  const deal = await trx
    .selectFrom('deals')
    .select(['version', 'original_price', 'deal_price', 'deal_price_period', 'currency'])
    .select(['end_date', 'summary', 'description'])
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { found, recorded } = details
  if (!isSameAmount(deal.deal_price, recorded.price) || deal.currency !== recorded.currency) {
    const price =
      deal.deal_price === null ? 'it has no price' : `its price is ${formatMoney(deal.deal_price, deal.currency)}`
    throw new CannotDecide(`Someone else saved the deal in the meantime: ${price} now. Check it again.`)
  }
  await forgetFinding(trx, dealId)
  if (found.price === null) {
    const [changed] = await setStatus(trx, staff, [dealId], 'EXPIRED')
    if (!changed) return {}
    return { statusBefore: changed.before, ...(await settleDoubts(trx, staff, { dealIds: [dealId], hasEnded: true })) }
  }
  const currency = found.currency ?? deal.currency
  const price = { field: 'deal_price', value: found.price, currency, dealVersion: deal.version } as const
  const applied = await applyValue(trx, staff, dealId, price)
  const original_price = currency === deal.currency ? deal.original_price : null
  const entry = recordEntry(deal, { ...deal, deal_price: found.price, currency, original_price })!
  const changeId = await logVerifiedChange(trx, { ...entry, deal_id: dealId, staff: staff.id, source_url: details.url })
  return { applied, changeId }
}

/** Undoes `applyPageOffer`, unless the deal was changed again since. */
export async function undoPageOffer(trx: Trx, staff: Staff, dealId: string, offer: AppliedPageOffer) {
  if (!('changeId' in offer)) return undoDoubts(trx, staff, { id: dealId, deal_id: dealId }, offer)
  const { applied, changeId } = offer
  await withdrawChange(trx, changeId)
  await restoreValue(trx, staff, dealId, applied)
  await trx.deleteFrom('change_logs').where('id', '=', changeId).execute()
}

/** What was found makes no alert of this deal ever again. */
export async function ignorePageOffer(trx: Trx, { dealId, details: { found } }: Alert) {
  const others = await listIgnored(trx, dealId, found)
  await setIgnored(trx, dealId, [...others, found])
  await forgetFinding(trx, dealId)
}

export async function undoIgnorePageOffer(trx: Trx, { dealId, details: { found } }: Alert) {
  await setIgnored(trx, dealId, await listIgnored(trx, dealId, found))
}

async function listIgnored(trx: Trx, dealId: string, except: PageOffer) {
  const check = await trx
    .selectFrom('link_checks')
    .select('ignored')
    .where('deal_id', '=', dealId)
    .forUpdate()
    .executeTakeFirst()
  return ((check?.ignored ?? []) as PageOffer[]).filter((offer) => !isSameOffer(offer, except))
}

async function setIgnored(trx: Trx, dealId: string, ignored: PageOffer[]) {
  await trx
    .updateTable('link_checks')
    .set({ ignored: JSON.stringify(ignored) })
    .where('deal_id', '=', dealId)
    .execute()
}

/** The page of the deal is compared with the record no longer. Its link is still checked. */
export async function stopWatching(trx: Trx, staff: Staff, dealId: string) {
  await setWatched(trx, dealId, false)
  await forgetFinding(trx, dealId)
  await recordAudit({ actor: staff.id, action: 'page.unwatched', entity: 'deal', id: dealId }, trx)
}

export async function resumeWatching(trx: Trx, staff: Staff, dealId: string) {
  await setWatched(trx, dealId, true)
  await recordAudit({ actor: staff.id, action: 'page.watched', entity: 'deal', id: dealId }, trx)
}

async function setWatched(trx: Trx, dealId: string, isWatched: boolean) {
  await trx.updateTable('link_checks').set({ is_watched: isWatched }).where('deal_id', '=', dealId).execute()
}

async function forgetFinding(trx: Trx, dealId: string) {
  await trx.updateTable('link_checks').set({ found: null, found_since: null }).where('deal_id', '=', dealId).execute()
}
