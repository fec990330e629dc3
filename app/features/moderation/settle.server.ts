import type { User } from '~/features/accounts/guards.server'
import { changeItemStatus, type Detail, type Outcome, type VersionedId } from './contribution-change.server'
import type { Kind } from './queue'
import { type NewPrice, setDealPrice } from './reported-price.server'

export type Verdict = VersionedId &
  ({ verdict: 'APPROVED'; price?: NewPrice } | { verdict: 'REJECTED'; reason: string | null })

/**
 * Decides on a pending item. When it was decided or edited since the moderator read it, nothing changes and the outcome
 * is a conflict. Triggers keep status counts, karma and the price history.
 */
export async function settle(kind: Kind, staff: User, { id, version, ...decision }: Verdict): Promise<Outcome> {
  const reason = decision.verdict === 'REJECTED' ? decision.reason : null
  const price = decision.verdict === 'APPROVED' ? decision.price : undefined
  return changeItemStatus(
    kind,
    staff,
    { id, version },
    { from: 'PENDING', to: decision.verdict, reason },
    async (trx, item) => {
      const detail: Detail = {}
      if (reason !== null) detail.reason = reason
      if (price) {
        detail.price_before = await setDealPrice(trx, staff, item.deal_id, price)
        detail.price = price.amount
      }
      return detail
    },
  )
}

/** Returns a decided item to the queue. Karma and publication are undone; a price set with the approval stays. */
export async function reopen(
  kind: Kind,
  staff: User,
  { status, ...item }: VersionedId & { status: 'APPROVED' | 'REJECTED' },
) {
  return changeItemStatus(kind, staff, item, { from: status, to: 'PENDING' }, async () => ({ was: status }))
}

/** Approves each item in its own transaction: a conflict on one does not stop the others. */
export async function approveSelected(kind: Kind, staff: User, selected: VersionedId[]) {
  const outcomes: Outcome[] = []
  for (const item of selected) outcomes.push(await settle(kind, staff, { ...item, verdict: 'APPROVED' }))
  const approved = outcomes.filter(({ is }) => is === 'done').length
  return { approved, left: outcomes.length - approved }
}
