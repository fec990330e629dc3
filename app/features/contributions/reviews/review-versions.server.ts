import { sql } from 'kysely'
import type { Trx } from '~/db/executor'

/** Keeps the text of a review as a version of it, and returns the id of the version. */
export async function keepText(trx: Trx, reviewId: string) {
  const { rows } = await sql<{ id: string }>`
    insert into review_versions (review_id, rating, title, body, connection, status, created_at)
    select id, rating, title, body, connection, status, coalesce(edited_at, created_at) from reviews where id = ${reviewId}
    returning id`.execute(trx)
  return rows[0]!.id
}

/** Whether staff have decided on the text of a review, also if they reopened it afterwards. */
export async function isTextDecided(trx: Trx, reviewId: string) {
  const { rows } = await sql`
    select from reviews where id = ${reviewId} and (status <> 'PENDING' or exists (
      select from decisions
      where kind = 'review' and subject_id = reviews.id and decided_at >= coalesce(edited_at, reviews.created_at)))`.execute(
    trx,
  )
  return rows.length > 0
}

/** Keeps the text of an edit that was sent back and is about to be replaced. */
export async function keepTextOfEdit(trx: Trx, editId: string) {
  await sql`
    insert into review_versions (review_id, rating, title, body, connection, status, created_at)
    select review_id, rating, title, body, connection, status, created_at from review_edits where id = ${editId}`.execute(
    trx,
  )
}
