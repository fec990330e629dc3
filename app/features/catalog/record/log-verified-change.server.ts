import { type Insertable, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ChangeLogs } from '~/db/schema'
import { suggestEffect } from './change-effect'
import { noteDeals } from './changed-deals.server'

type Change = Pick<
  Insertable<ChangeLogs>,
  'deal_id' | 'title' | 'description' | 'kind' | 'old_value' | 'new_value' | 'effective_on' | 'source_url' | 'effect'
> &
  Partial<ChangeRecipients> & {
    /** Id of the staff profile that verified the change. */
    staff: string
  }

/** Whom an entry notifies. */
export type ChangeRecipients = Required<Pick<Insertable<ChangeLogs>, 'affects_owners' | 'is_silent'>>

/**
 * Logs a change that staff made or found themselves, in the given transaction. It is verified at once and earns no karma,
 * because it has no reporter. Without an effect it has the one that its values suggest.
 *
 * @returns the id of the entry
 */
export async function logVerifiedChange(trx: Trx, { staff, ...change }: Change) {
  await noteDeals(trx, [change.deal_id])
  const { id } = await trx
    .insertInto('change_logs')
    .values({
      effect: suggestEffect(change),
      ...change,
      status: 'APPROVED',
      moderated_by: staff,
      moderated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type VendorChange = Required<Pick<Change, 'kind' | 'effective_on' | 'source_url'>> & ChangeRecipients

/**
 * Logs a change on every published deal of a vendor that does not have it from that vendor and date already.
 *
 * @returns how many were added
 */
export async function logVerifiedChanges(trx: Trx, vendor_id: string, change: VendorChange & Omit<Change, 'deal_id'>) {
  const { rows } = await sql<{ deal_id: string }>`
      insert into change_logs (deal_id, vendor_id, title, description, kind, effective_on, source_url, affects_owners,
        effect, is_silent, status, moderated_by, moderated_at)
      select id, ${vendor_id}, ${change.title}, ${change.description}, ${change.kind}::change_kind,
        ${change.effective_on}::date, ${change.source_url}, ${change.affects_owners}::affects_owners, ${suggestEffect(change)}::change_effect,
        ${change.is_silent}, 'APPROVED', ${change.staff}::uuid, ${new Date()}
      from deals
      where vendor_id = ${vendor_id} and published and not exists (
        select from change_logs as same
        where same.vendor_id = ${vendor_id} and same.deal_id = deals.id and same.kind = ${change.kind}::change_kind
          and same.effective_on = ${change.effective_on}::date)
      order by id
      returning deal_id`.execute(trx)
  await noteDeals(
    trx,
    rows.map(({ deal_id }) => deal_id),
  )
  return rows.length
}

/**
 * Corrects the entries that the status of a vendor wrote for a date.
 *
 * @returns how many there are
 */
export async function correctVendorChanges(
  trx: Trx,
  vendor_id: string,
  { kind, former_date, ...values }: VendorChange & { former_date: string },
) {
  const changed = await trx
    .updateTable('change_logs')
    .from((eb) => eb.selectFrom('change_logs').select(['id', 'is_silent', 'affects_owners']).as('before'))
    .set({ ...values, effect: suggestEffect({ kind, ...values }) })
    .whereRef('before.id', '=', 'change_logs.id')
    .where('change_logs.vendor_id', '=', vendor_id)
    .where('change_logs.kind', '=', kind)
    .where('change_logs.effective_on', '=', former_date)
    .returning(['change_logs.id', 'change_logs.is_silent', 'change_logs.affects_owners'])
    .returning(['before.is_silent as was_silent', 'before.affects_owners as affected_before'])
    .execute()
  const renotified = changed.filter(
    ({ is_silent, was_silent, affects_owners, affected_before }) =>
      !is_silent && (was_silent || (affects_owners === 'YES' && affected_before !== 'YES')),
  )
  await tellAgain(
    trx,
    renotified.map(({ id }) => id),
  )
  return changed.length
}

/** Members who were notified before are not notified again. */
async function tellAgain(trx: Trx, ids: string[]) {
  if (ids.length === 0) return
  const changes = trx.updateTable('change_logs').set({ told_at: null }).where('id', 'in', ids).returning('deal_id')
  const dealIds = (await changes.execute()).map(({ deal_id }) => deal_id)
  await noteDeals(trx, dealIds)
}
