import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { formatValue } from '~/features/catalog/record/change-log'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { fieldOf } from '~/features/contributions/reported-values/reported-fields'
import {
  dealRecord,
  describeField,
  readReported,
} from '~/features/contributions/reported-values/reported-values.server'
import type { User } from '~/features/people/accounts/guards.server'
import { canModerate } from '~/features/people/accounts/profile'
import { recordAudit } from '~/features/people/audit/audit.server'
import { applyValue, describeApplied } from './apply-value.server'

/**
 * Whether an approved entry names a field, is the last one about it, and in effect. A later one of its kind that names
 * no field may be about the same one. The price history may have a later price.
 */
const isLatestEntry = sql<boolean>`(change_logs.verified_at is not null and change_logs.field is not null
  and coalesce(change_logs.effective_on <= (now() at time zone 'UTC')::date, true)
  and not exists (select from change_logs later
    where later.deal_id = change_logs.deal_id and later.verified_at > change_logs.verified_at
      and (later.field = change_logs.field
        or later.field is null and later.kind in (change_logs.kind, 'TERMS')))
  and not (change_logs.field = 'deal_price' and exists (select from deal_price_points point
    where point.deal_id = change_logs.deal_id and point.recorded_at > change_logs.verified_at)))`

export async function isLatestOnRecord(id: string) {
  const entry = await db
    .selectFrom('change_logs')
    .select(isLatestEntry.as('is_latest'))
    .where('id', '=', id)
    .executeTakeFirst()
  return entry?.is_latest ?? false
}

/** Bounds what is compared: older entries were compared before. */
const COMPARED = 500
const SHOWN = 25

/** Entries of the public record whose deals say something else, the newest first. */
export async function listUnappliedValues() {
  const rows = await db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select(['change_logs.id', 'deals.title as deal', 'deals.slug', 'kind', 'field', 'plan_name', 'limit_label'])
    .select(['new_value', 'verified_at', dealRecord.as('record')])
    .where('deals.published', '=', true)
    .where(isLatestEntry)
    .orderBy('verified_at', 'desc')
    .limit(COMPARED)
    .execute()
  return rows
    .flatMap(({ id, deal, slug, kind, new_value, record, ...entry }) => {
      const target = { text: new_value, plan: entry.plan_name, limit: entry.limit_label }
      const field = describeField(record, { field: fieldOf({ kind, field: entry.field })!, ...target })
      const text = formatValue(new_value, { kind, currency: record.currency })
      return field?.isNew ? [{ id, deal, slug, newValue: text, field }] : []
    })
    .slice(0, SHOWN)
}

type Applying = { id: string; plan: string | null; limit: string | null; dealVersion: number }

/**
 * Writes the value of an approved entry to its deal. Undoing or reopening its decision restores what was before the
 * first time.
 *
 * @throws CannotDecide when the entry or the deal changed in the meantime
 */
export async function applyVerifiedValue(staff: User, { id, dealVersion, ...chosen }: Applying) {
  return inTransaction(async (trx) => {
    const entry = await trx
      .selectFrom('change_logs')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!entry) return 'missing'
    if (!canModerate(staff, entry.reported_by_user_id)) return 'forbidden'
    const deal = await trx
      .selectFrom('deals')
      .select(dealRecord.as('record'))
      .where('id', '=', entry.deal_id)
      .executeTakeFirstOrThrow()
    const field = entry.field ? fieldOf(entry) : undefined
    const value = field && readReported(field, entry.new_value ?? '', deal.record)
    if (entry.status !== 'APPROVED' || !value)
      throw new CannotDecide('It was reopened or changed in the meantime. Read it again.')
    const plan = entry.plan_name ?? chosen.plan
    const limit = entry.limit_label ?? chosen.limit
    const applied = await applyValue(trx, staff, entry.deal_id, { field, ...value, plan, limit, dealVersion })
    await trx
      .updateTable('change_logs')
      .set({ field, plan_name: plan, limit_label: limit })
      .where('id', '=', id)
      .execute()
    await sql`update decisions set effects = effects || ${JSON.stringify({ applied })}::jsonb
      where subject_id = ${id} and undone_at is null and not effects ? 'applied'`.execute(trx)
    const detail = describeApplied(applied)
    await recordAudit({ actor: staff.id, action: 'change_log.applied', entity: 'change_log', id, detail }, trx)
    return 'applied'
  })
}
