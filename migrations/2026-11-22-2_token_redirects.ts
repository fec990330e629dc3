import { type Kysely, sql } from 'kysely'

/** Where the person who follows a mailed link came from: a path of this site, and never another site. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('tokens')
    .addColumn('redirect_to', 'text', (col) =>
      col
        .notNull()
        .defaultTo('/')
        .check(
          sql`redirect_to ~ '^/([^/\\\\]|$)' and redirect_to !~ '[[:cntrl:]]' and char_length(redirect_to) <= 2000`,
        ),
    )
    .execute()
}

export async function down(db: Kysely<unknown>) {
  await db.schema.alterTable('tokens').dropColumn('redirect_to').execute()
}
