import { type Kysely, sql } from 'kysely'

/** The first second factor no longer needs an emailed link. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('sessions').dropColumn('set_up_allowed_until').execute()
  await sql`
    delete from tokens where purpose = 'SET_UP';
    alter type token_purpose rename to former_token_purpose;
    create type token_purpose as enum ('CONFIRM', 'RESET');
    alter table tokens alter column purpose type token_purpose using purpose::text::token_purpose;
    drop type former_token_purpose
  `.execute(db)
}
