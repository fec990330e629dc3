import { type Kysely, sql } from 'kysely'

const TABLES = ['reviews', 'review_edits', 'follow_ups', 'change_logs', 'comments']

/** Texts are compared by trigrams, with those of the same author and on the same deal. */
export async function up(db: Kysely<unknown>) {
  await sql`drop view contributions`.execute(db)
  for (const table of TABLES) await db.schema.alterTable(table).dropColumn('minhash').execute()
  await sql`
    drop function compute_minhash;
    create view contributions as
    select 'review' as kind, id, deal_id, user_id as author_id, title, body, status, moderation_reason,
      moderated_by, moderated_at, created_at, xmin::text as version, rating,
      null::change_kind as change_kind, null as old_value, null as new_value, null::date as effective_on,
      null as source_url, null::affects_owners as affects_owners, rejection_reason, id as text_of
    from reviews
    union all
    select 'comment', id, deal_id, user_id, null, body, status, null,
      moderated_by, moderated_at, created_at, xmin::text, null, null, null, null, null, null, null, null, id
    from comments
    union all
    select 'change_log', id, deal_id, reported_by_user_id, title, description, status, moderation_reason,
      moderated_by, moderated_at, created_at, xmin::text, null,
      kind, old_value, new_value, effective_on, source_url, affects_owners, rejection_reason, id
    from change_logs
    union all
    select 'review_edit', id, deal_id, user_id, title, body, status, moderation_reason,
      moderated_by, moderated_at, created_at, xmin::text, rating,
      null, null, null, null, null, null, rejection_reason, review_id
    from review_edits
    union all
    select 'follow_up', id, deal_id, user_id, title, coalesce(body, ''), status, moderation_reason,
      moderated_by, moderated_at, created_at, xmin::text, rating,
      null, null, null, null, null, null, rejection_reason, review_id
    from follow_ups;
    comment on view contributions is
      'Reviews, edits, answers to "Still using it?", comments and change reports in one shape, for moderation.';
    comment on column contributions.version is 'Changes with every change of the row.';
    comment on column contributions.text_of is
      'The review of an edit or answer, otherwise the id. Texts of one contribution are not compared.'
  `.execute(db)
}
