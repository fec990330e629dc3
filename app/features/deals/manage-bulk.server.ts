import { inTransaction } from '~/db/transaction.server'
import { recordAudits } from '~/features/audit/audit.server'
import { applyToDeals, type DealChange } from './manage-apply.server'

type Staff = { id: string }
type RowVerb = 'publish' | 'unpublish' | 'expire'

const ACTIONS: Record<RowVerb, string> = {
  publish: 'deal.published',
  unpublish: 'deal.unpublished',
  expire: 'deal.expired',
}

/** The buttons of a row of the list; each changed deal has an entry of its own in the audit log. */
export async function changeDeals(staff: Staff, verb: RowVerb, ids: string[]) {
  return inTransaction(async (trx) => {
    const { changed, left } = await applyToDeals(trx, { verb } satisfies DealChange, ids)
    const entries = changed.map(({ id, version }) => ({
      actor: staff.id,
      action: ACTIONS[verb],
      entity: 'deal',
      id,
      detail: { version },
    }))
    if (entries.length > 0) await recordAudits(entries, trx)
    return { changed: changed.length, left }
  })
}
