import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { recordAudit } from '~/features/people/audit/audit.server'

type Staff = { id: string }
type Changed = { id: string; before: DealStatus; version: number }

/**
 * Sets the status of deals as saves of the editor do, so that forms opened before cannot silently revert it.
 *
 * @param from only deals with this status
 * @returns the deals that had another status
 */
export async function setStatus(
  trx: Trx,
  staff: Staff,
  dealIds: string[],
  to: DealStatus,
  from?: DealStatus,
): Promise<Changed[]> {
  const found = await trx
    .selectFrom('deals')
    .select(['id', 'status'])
    .where(sql<boolean>`id = any(${dealIds}::uuid[])`)
    .where('status', '<>', to)
    .$if(from !== undefined, (query) => query.where('status', '=', from!))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await noteDeals(trx, ids)
  const changed = await trx
    .updateTable('deals')
    .set((eb) => ({ status: to, version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
  const statusOf = new Map(found.map(({ id, status }) => [id, status]))
  const result = changed.map(({ id, version }) => ({ id, version, before: statusOf.get(id)! }))
  for (const { id, version, before } of result) {
    const detail = { version, status: `${before} → ${to}` }
    await recordAudit({ actor: staff.id, action: 'deal.updated', entity: 'deal', id, detail }, trx)
  }
  return result
}
