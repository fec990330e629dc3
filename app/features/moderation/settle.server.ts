import type { User } from '~/features/accounts/guards.server'
import { change, type Detail, type Outcome, type VersionedId } from './contribution-change.server'
import type { Kind } from './queue'
import { type NewPrice, setDealPrice } from './reported-price.server'

export type Verdict = VersionedId &
  ({ verdict: 'APPROVED'; price?: NewPrice } | { verdict: 'REJECTED'; reason: string | null })

/**
 * Gives the verdict on an item that waits. It is given once, and on what the moderator has seen: when the item was
 * decided or edited meanwhile, nothing changes. Tallies, karma and the price record follow by trigger.
 */
export async function settle(kind: Kind, staff: User, { id, version, ...asked }: Verdict): Promise<Outcome> {
  const reason = asked.verdict === 'REJECTED' ? asked.reason : null
  const price = asked.verdict === 'APPROVED' ? asked.price : undefined
  return change(kind, staff, { id, version }, { from: 'PENDING', to: asked.verdict, reason }, async (trx, item) => {
    const detail: Detail = {}
    if (reason !== null) detail.reason = reason
    if (price) {
      detail.price_before = await setDealPrice(trx, staff, item.deal_id, price)
      detail.price = price.amount
    }
    return detail
  })
}

/** Puts a decided item back into the queue. What the decision brought with it is undone, but for the deal's price. */
export async function reopen(
  kind: Kind,
  staff: User,
  { status, ...seen }: VersionedId & { status: 'APPROVED' | 'REJECTED' },
) {
  return change(kind, staff, seen, { from: status, to: 'PENDING' }, async () => ({ was: status }))
}

/** Approves each as if it were the only one; one that somebody else was faster with does not stop the others. */
export async function approveSelected(kind: Kind, staff: User, picked: VersionedId[]) {
  const outcomes: Outcome[] = []
  for (const seen of picked) outcomes.push(await settle(kind, staff, { ...seen, verdict: 'APPROVED' }))
  const approved = outcomes.filter(({ is }) => is === 'done').length
  return { approved, left: outcomes.length - approved }
}
