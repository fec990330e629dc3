import { type Kysely, sql } from 'kysely'

/** A page may alternate between several prices, so that ignoring one must not forget the one before. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table link_checks add constraint ignored_is_a_list check (jsonb_typeof(ignored) = 'array');
    comment on column link_checks.ignored is 'The differences that staff chose to ignore, an array of the values of found.'
  `.execute(db)
}
