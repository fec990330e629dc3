import { type Kysely, sql } from 'kysely'

/** Members have a public page of their approved contributions, which they can switch off. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table profiles add column has_public_profile boolean not null default true;
    comment on column profiles.has_public_profile is
      'Whether everybody can open the page of this person. Suspended accounts have none, whatever it says.';

    -- Names lead to the page, so cached pages change with it.
    drop trigger profiles_announce_names on profiles;
    create trigger profiles_announce_names after update of name, has_public_profile, status on profiles
      for each row when ((old.name, old.has_public_profile, old.status)
        is distinct from (new.name, new.has_public_profile, new.status))
      execute function announce_change_of_name();
    comment on trigger profiles_announce_names on profiles is
      'Another name of an author with public content, or a link on it that comes or goes, is announced to the page caches.'
  `.execute(db)
}
