import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await createSeoMetadata(db)
  await createAuditLog(db)
  await makeAuditLogAppendOnly(db)
  await pseudonymizeDeletedProfiles(db)
}

async function createSeoMetadata(db: Kysely<unknown>) {
  await sql`
    create type seo_entity_type as enum ('DEAL', 'CATEGORY', 'PLATFORM', 'PAGE');
    create table seo_metadata (
      id uuid primary key default gen_random_uuid(),
      entity_type seo_entity_type not null,
      entity_id text not null check (char_length(entity_id) between 1 and 200),
      meta_title text check (char_length(meta_title) between 1 and 200),
      meta_description text check (char_length(meta_description) between 1 and 500),
      og_title text check (char_length(og_title) between 1 and 200),
      og_description text check (char_length(og_description) between 1 and 500),
      og_image_url text check (og_image_url ~* '^https?://[^[:space:]]+$' and char_length(og_image_url) <= 2048),
      constraint one_seo_row_per_entity unique (entity_type, entity_id)
    );
    comment on table seo_metadata is 'Titles and descriptions that override those of a page.';
    comment on column seo_metadata.entity_id is 'The id of the deal, category or platform, or the path of a page.'
  `.execute(db)
}

async function createAuditLog(db: Kysely<unknown>) {
  await sql`
    create table audit_log (
      id bigint primary key generated always as identity,
      actor_id uuid references profiles (id) on delete set null,
      actor_pseudonym uuid,
      action text not null check (char_length(action) between 1 and 100),
      entity_type text not null check (char_length(entity_type) between 1 and 50),
      entity_id text check (char_length(entity_id) <= 200),
      detail jsonb not null default '{}',
      created_at timestamptz not null default now(),
      constraint actor_is_known_or_deleted check (actor_id is null or actor_pseudonym is null)
    );
    comment on table audit_log is 'What administrators, managers and members did; append-only.';
    comment on column audit_log.actor_pseudonym is
      'Replaces actor_id when the account is deleted: entries of one person still belong together.';
    create index audit_log_by_actor on audit_log (actor_id, id);
    create index audit_log_by_pseudonym on audit_log (actor_pseudonym, id) where actor_pseudonym is not null;
    create index audit_log_by_entity on audit_log (entity_type, entity_id, id);
    create index audit_log_by_entity_type on audit_log (entity_type, id);
    create index audit_log_by_action on audit_log (action, id);
    create index audit_log_by_date on audit_log (created_at)
  `.execute(db)
}

async function makeAuditLogAppendOnly(db: Kysely<unknown>) {
  await sql`
    create function reject_audit_log_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and pg_trigger_depth() > 1
        and (new.actor_id is null or new.actor_id = old.actor_id)
        and (new.entity_type = 'profile' or new.entity_id is not distinct from old.entity_id)
        and (new.id, new.action, new.entity_type, new.created_at)
          is not distinct from (old.id, old.action, old.entity_type, old.created_at) then
        return new;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
    end $$;
    comment on function reject_audit_log_changes is
      'Raises an error unless the deletion of a profile replaces what identifies the profile.';
    create trigger audit_log_rejects_changes before update or delete on audit_log
      for each row execute function reject_audit_log_changes();
    comment on trigger audit_log_rejects_changes on audit_log is 'Entries are neither changed nor deleted.'
  `.execute(db)
}

/** The audit log outlives an account, but not its id, however the profile is deleted. */
async function pseudonymizeDeletedProfiles(db: Kysely<unknown>) {
  await sql`
    create function pseudonymize_audit_log() returns trigger language plpgsql as $$
    declare pseudonym text := gen_random_uuid();
    begin
      update audit_log set
        actor_id = nullif(actor_id, old.id),
        actor_pseudonym = case when actor_id = old.id then pseudonym::uuid else actor_pseudonym end,
        entity_id = case when entity_type = 'profile' and entity_id = old.id::text then pseudonym else entity_id end,
        detail = (
          select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'string'
            then to_jsonb(replace(replace(value #>> '{}', old.id::text, pseudonym), old.email, pseudonym))
            else value end), '{}')
          from jsonb_each(detail))
      where actor_id = old.id or (entity_type = 'profile' and entity_id = old.id::text);
      return old;
    end $$;
    comment on function pseudonymize_audit_log is
      'Replaces the id and email of the profile by one random pseudonym in all entries of the audit log.';
    create trigger profiles_pseudonymize_audit_log before delete on profiles
      for each row execute function pseudonymize_audit_log();
    comment on trigger profiles_pseudonymize_audit_log on profiles is
      'A deleted profile leaves only a pseudonym in the audit log.';

    create function omit_deleted_profile() returns trigger language plpgsql as $$
    begin
      perform from profiles where id = new.entity_id::uuid for key share;
      if not found then new.entity_id := null; end if;
      return new;
    end $$;
    comment on function omit_deleted_profile is
      'Waits for a deletion of the profile that is under way, and then leaves out its id.';
    create trigger audit_log_omits_deleted_profiles before insert on audit_log for each row
      when (new.entity_type = 'profile' and new.entity_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      execute function omit_deleted_profile();
    comment on trigger audit_log_omits_deleted_profiles on audit_log is
      'A new entry does not identify a profile that is deleted meanwhile.'
  `.execute(db)
}
