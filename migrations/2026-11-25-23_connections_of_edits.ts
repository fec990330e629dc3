import { type Kysely, sql } from 'kysely'

/** Another connection to the vendor is an edit of an approved review, and waits for staff with it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table review_edits add column connection review_connection not null default 'NONE';
    update review_edits set connection = reviews.connection from reviews where reviews.id = review_id;
    alter table review_versions add column connection review_connection;
    comment on column review_versions.connection is 'Null for versions from before it was part of the text.'
  `.execute(db)
}
