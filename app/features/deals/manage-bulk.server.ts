import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { recordAudits } from '~/features/audit/audit.server'

type Staff = { id: string }
type Change = {
  set: { published: boolean } | { status: 'EXPIRED' }
  /** Only these are changed; the others are so already, or never may be. */
  where: (eb: ExpressionBuilder<DB, 'deals'>) => Expression<SqlBool>
  action: string
}

/** @returns how many were changed; those that are published already do not count */
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

// Each is a new version, so that a form that was opened before does not quietly take it back.
async function changeDeals(staff: Staff, ids: string[], { set, where, action }: Change) {
  if (ids.length === 0) return 0
  return inTransaction(async (trx) => {
    // Locked in one order, so that two who choose the same deals wait for each other.
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
