import { type Kysely, sql } from 'kysely'

/** Managers delete platforms, but only admins keep link programs, so a platform with a program cannot be deleted. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table link_programs drop constraint link_programs_platform_id_fkey,
      add constraint link_programs_platform_id_fkey foreign key (platform_id) references platforms on delete restrict
  `.execute(db)
}
