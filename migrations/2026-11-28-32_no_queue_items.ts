import { type Kysely, sql } from 'kysely'

const QUEUED = [
  'review_alerts',
  'change_logs',
  'reviews',
  'review_edits',
  'follow_ups',
  'comments',
  'deal_suggestions',
  'contact_messages',
  'deal_alerts',
  'purchase_proofs',
]
/** Their pending rows have an index of their own, and decided ones too. */
const INDEXED_BY_STATUS = ['reviews', 'review_edits', 'follow_ups', 'comments', 'change_logs']

/** The view moderation_items replaces the table that triggers kept in step with the status of each row. */
export async function up(db: Kysely<unknown>) {
  for (const table of QUEUED) {
    await sql.raw(`drop trigger ${table}_wait_in_queue on ${table}`).execute(db)
  }
  await sql`
    drop trigger reviews_sync_proofs on reviews;
    drop trigger review_edits_sync_proofs on review_edits;
    drop function sync_queue_item;
    drop function sync_alert_item;
    drop function sync_proof_item;
    drop function is_decided_with_review;
    drop table queue_items;
    drop view contributions
  `.execute(db)
  // Other alerts that a decision closed are undone with it by their decisions.
  await sql`
    update decisions set effects = jsonb_set(effects, '{alerts}',
      (select coalesce(jsonb_agg(alert -> 'decisionId'), '[]') from jsonb_array_elements(effects -> 'alerts') alert))
    where jsonb_typeof(effects -> 'alerts') = 'array'
  `.execute(db)
  for (const table of INDEXED_BY_STATUS) await db.schema.dropIndex(`${table}_by_status`).execute()
}
