import { type Kysely, sql } from 'kysely'

/**
 * The audit log outlives an account, but not its id: when a profile is deleted, however that happens, one random
 * pseudonym takes the place of its id in all entries. They still belong together, and lead to nothing else.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('audit_log').addColumn('actor_pseudonym', 'uuid').execute()
  await db.schema
    .alterTable('audit_log')
    .addCheckConstraint('actor_is_known_or_deleted', sql`actor_id is null or actor_pseudonym is null`)
    .execute()
  await sql`
    create index audit_of_deleted_actor on audit_log (actor_pseudonym, id) where actor_pseudonym is not null`.execute(
    db,
  )

  await pseudonymizePastDeletions(db)

  // Append-only: entries change only from within the deletion of a profile, and only in what names a person.
  await sql`
    create or replace function refuse_rewriting_the_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and pg_trigger_depth() > 1
        and (new.actor_id is null or new.actor_id = old.actor_id)
        and (new.entity_type = 'profile' or new.entity_id is not distinct from old.entity_id)
        and (new.id, new.action, new.entity_type, new.created_at)
          is not distinct from (old.id, old.action, old.entity_type, old.created_at) then
        return new;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
    end $$`.execute(db)

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
    end $$`.execute(db)
  await sql`
    create trigger deleted_profile_leaves_a_pseudonym before delete on profiles
    for each row execute function pseudonymize_audit_log()`.execute(db)

  // An entry that is written while its subject is being deleted waits for that, and then names nobody.
  await sql`
    create function forget_deleted_subject() returns trigger language plpgsql as $$
    begin
      perform from profiles where id = new.entity_id::uuid for key share;
      if not found then new.entity_id := null; end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger new_entry_names_no_deleted_profile before insert on audit_log for each row
    when (new.entity_type = 'profile' and new.entity_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    execute function forget_deleted_subject()`.execute(db)
}

async function pseudonymizePastDeletions(db: Kysely<unknown>) {
  await sql`alter table audit_log disable trigger audit_log_is_append_only`.execute(db)
  await sql`
    with deleted as materialized (
      select entity_id, gen_random_uuid()::text as pseudonym
      from (select distinct entity_id from audit_log where entity_type = 'profile') as subjects
      where entity_id is not null and not exists (select from profiles where id::text = entity_id)
    )
    update audit_log set entity_id = pseudonym from deleted
    where entity_type = 'profile' and audit_log.entity_id = deleted.entity_id`.execute(db)
  await sql`alter table audit_log enable trigger audit_log_is_append_only`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop trigger new_entry_names_no_deleted_profile on audit_log`.execute(db)
  await sql`drop function forget_deleted_subject`.execute(db)
  await sql`drop trigger deleted_profile_leaves_a_pseudonym on profiles`.execute(db)
  await sql`drop function pseudonymize_audit_log`.execute(db)
  await sql`
    create or replace function refuse_rewriting_the_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.actor_id is null
        and (new.id, new.action, new.entity_type, new.entity_id, new.detail, new.created_at)
          is not distinct from (old.id, old.action, old.entity_type, old.entity_id, old.detail, old.created_at) then
        return new;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
    end $$`.execute(db)
  await db.schema.alterTable('audit_log').dropColumn('actor_pseudonym').execute()
}
