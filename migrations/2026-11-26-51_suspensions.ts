import { type Kysely, sql } from 'kysely'

/** Why a person is suspended, which they see and are mailed. Those who are suspended already have no reason. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createType('suspension_reason')
    .asEnum(['SPAM', 'CONFLICT_OF_INTEREST', 'ABUSIVE', 'SEVERAL_ACCOUNTS', 'OTHER'])
    .execute()
  await db.schema
    .alterTable('profiles')
    .addColumn('suspension_reason', sql`suspension_reason`)
    .addColumn('suspension_note', 'text', (col) => col.check(sql`char_length(suspension_note) between 1 and 500`))
    .execute()
  await sql`
    alter table profiles add constraint only_a_suspension_has_a_reason
      check (status = 'SUSPENDED' or (suspension_reason is null and suspension_note is null));
    comment on column profiles.suspension_note is 'What staff wrote to the person about the reason.'
  `.execute(db)
}
