import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'

/** A check of a deal: when it was made, and the check before it, if there was one. Times are text with microseconds. */
export type Check = { at: string; before: { at: string | null; by: string | null } }

/** Notes that staff found the deal to be as described. Undefined when the deal is gone. */
export async function markChecked(trx: Trx, staff: { id: string }, dealId: string): Promise<Check | undefined> {
  const before = await trx
    .selectFrom('deals')
    .select([sql<string | null>`checked_at::text`.as('at'), 'checked_by as by'])
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const { at } = await trx
    .updateTable('deals')
    .set({ checked_at: sql<Date>`now()`, checked_by: staff.id })
    .where('id', '=', dealId)
    .returning(sql<string>`checked_at::text`.as('at'))
    .executeTakeFirstOrThrow()
  return { at, before }
}

/** Undoes `markChecked`, unless the deal was checked again since. */
export async function restoreChecked(trx: Trx, dealId: string, { at, before }: Check) {
  await trx
    .updateTable('deals')
    .set({ checked_at: before.at, checked_by: before.by })
    .where('id', '=', dealId)
    .where(sql`checked_at::text`, '=', at)
    .execute()
}

/** The stored and the shown status of a deal, and who checked it last. */
export async function findCheckState(dealId: string) {
  return db
    .selectFrom('deals')
    .leftJoin('profiles', 'profiles.id', 'deals.checked_by')
    .select(['deals.status', 'deals.start_date', 'deals.end_date', 'deals.checked_at', 'deals.imported_at'])
    .select([shownStatus().as('shown_status'), 'profiles.name as checker'])
    .where('deals.id', '=', dealId)
    .executeTakeFirstOrThrow()
}
