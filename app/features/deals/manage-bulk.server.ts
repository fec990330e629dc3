import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudits } from '~/features/audit/audit.server'

type Staff = { id: string }
type Change = {
  set: { published: boolean } | { status: 'EXPIRED' }
  /** Selects the deals to change; the others are already changed or must not be. */
  where: (eb: ExpressionBuilder<DB, 'deals'>) => Expression<SqlBool>
  action: string
}

/** @returns the number of changed deals, without those that were already published */
export async function publishDeals(staff: Staff, ids: string[]) {
  const where: Change['where'] = (eb) => eb('published', '=', false)
  return changeDeals(staff, ids, { set: { published: true }, where, action: 'deal.published' })
}

export async function unpublishDeals(staff: Staff, ids: string[]) {
  const where: Change['where'] = (eb) => eb('published', '=', true)
  return changeDeals(staff, ids, { set: { published: false }, where, action: 'deal.unpublished' })
}

/** Sets deals to Expired whose end date has passed while they are still Active; the others stay as they are. */
export async function expireEndedDeals(staff: Staff, ids: string[]) {
  const where: Change['where'] = (eb) =>
    eb.and([eb('status', '=', 'ACTIVE'), eb('end_date', '<', sql<string>`current_date`)])
  return changeDeals(staff, ids, { set: { status: 'EXPIRED' }, where, action: 'deal.expired' })
}

// Each change makes a new version, so that a form opened before cannot silently revert it.
async function changeDeals(staff: Staff, ids: string[], { set, where, action }: Change) {
  if (ids.length === 0) return 0
  return inTransaction(async (trx) => {
    // Locked in one order, so that concurrent bulk actions do not deadlock.
    const found = await trx
      .selectFrom('deals')
      .select('id')
      .where('id', 'in', ids)
      .where(where)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (found.length === 0) return 0
    const changed = await trx
      .updateTable('deals')
      .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: eb.fn<Date>('now') }))
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .returning(['id', 'version'])
      .execute()
    const entries = changed.map(({ id, version }) => ({
      actor: staff.id,
      action,
      entity: 'deal',
      id,
      detail: { version },
    }))
    await recordAudits(entries, trx)
    return changed.length
  })
}
