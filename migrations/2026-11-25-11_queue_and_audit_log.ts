import { type Kysely, sql } from 'kysely'

/** Kinds of queue items, with the column of the author and the rank, see the comment on queue_items.rank. */
const QUEUED = [
  { table: 'review_alerts', kind: 'review_report', author: 'author_id', rank: 3 },
  { table: 'change_logs', kind: 'change_log', author: 'reported_by_user_id', rank: 4, watched: ', affects_owners' },
  { table: 'reviews', kind: 'review', author: 'user_id', rank: 5 },
  { table: 'review_edits', kind: 'review_edit', author: 'user_id', rank: 5 },
  { table: 'follow_ups', kind: 'follow_up', author: 'user_id', rank: 5 },
  { table: 'comments', kind: 'comment', author: 'user_id', rank: 6 },
  { table: 'deal_suggestions', kind: 'suggestion', author: 'user_id', rank: 7 },
  { table: 'contact_messages', kind: 'contact_message', author: 'user_id', rank: 7 },
]

/** One queue for all items that wait for staff, the record of their decisions, and the audit log. */
export async function up(db: Kysely<unknown>) {
  await createContactMessages(db)
  await createQueue(db)
  await queueAlerts(db)
  await queueProofs(db)
  await createDecisions(db)
  await createAuditLog(db)
  await pseudonymizeDeletedProfiles(db)
}

async function createContactMessages(db: Kysely<unknown>) {
  await db.schema
    .createTable('contact_messages')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 80`))
    .addColumn('email', 'text', (col) => col.notNull().check(sql`char_length(email) between 3 and 254`))
    .addColumn('subject', 'text', (col) => col.notNull().check(sql`char_length(subject) between 1 and 120`))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 10 and 2000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`
    comment on table contact_messages is 'Messages of the contact form. Approved means answered, rejected means spam.';
    comment on column contact_messages.user_id is 'The sender, if they were signed in and the account still exists.';
    create index contact_messages_by_user on contact_messages (user_id) where user_id is not null;
    create index contact_messages_by_moderator on contact_messages (moderated_by) where moderated_by is not null;
    create index contact_messages_by_date on contact_messages (status, moderated_at desc nulls last, id desc)
  `.execute(db)
}

async function createQueue(db: Kysely<unknown>) {
  await db.schema
    .createTable('queue_items')
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('subject_id', 'uuid', (col) => col.notNull())
    .addColumn('deal_id', 'uuid', (col) => col.references('deals.id').onDelete('cascade'))
    .addColumn('author_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('rank', 'int2', (col) => col.notNull().check(sql`rank between 1 and 7`))
    .addColumn('waiting_since', 'timestamptz', (col) => col.notNull())
    .addColumn('claimed_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('claimed_at', 'timestamptz')
    .addPrimaryKeyConstraint('queue_items_pkey', ['kind', 'subject_id'])
    .execute()
  await db.schema.createIndex('queue_items_by_age').on('queue_items').column('waiting_since').execute()
  await db.schema.createIndex('queue_items_by_deal').on('queue_items').column('deal_id').execute()
  await db.schema.createIndex('queue_items_by_author').on('queue_items').column('author_id').execute()
  await sql`
    comment on table queue_items is
      'Items that wait for a decision by staff, in one order. Triggers update them with the status of the subject.';
    comment on column queue_items.kind is 'As in app/features/contributions/kinds; it decides the table of subject_id.';
    comment on column queue_items.rank is
      '1 affects owners, 2 reported as ended, 3 report of abuse, 4 change report, 5 review, 6 comment, 7 anything else.';
    comment on column queue_items.waiting_since is 'When it was sent, or sent again after a request for a change.';
    comment on column queue_items.claimed_at is 'When the moderator opened it. The claim lasts 15 minutes.';
    create index queue_items_in_order on queue_items (rank, waiting_since, subject_id);
    create index queue_items_by_kind on queue_items (kind, rank, waiting_since, subject_id);
    create index queue_items_by_claimant on queue_items (claimed_by) where claimed_by is not null;

    create function sync_queue_item() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' and new.status = 'PENDING' then
        insert into queue_items (kind, subject_id, deal_id, author_id, rank, waiting_since)
        values (
          tg_argv[0], new.id, (to_jsonb(new) ->> 'deal_id')::uuid, (to_jsonb(new) ->> tg_argv[1])::uuid,
          case when to_jsonb(new) ->> 'affects_owners' = 'YES' then 1 else tg_argv[2]::int2 end,
          case when tg_op = 'INSERT' then new.created_at else now() end
        )
        on conflict (kind, subject_id) do update set rank = excluded.rank;
      else
        delete from queue_items where kind = tg_argv[0] and subject_id = old.id;
      end if;
      return null;
    end $$;
    comment on function sync_queue_item is
      'Queues a row while it is pending. Arguments: kind, column of the author, rank.'
  `.execute(db)

  for (const { table, kind, author, rank, watched = '' } of QUEUED) {
    await sql
      .raw(`
        create trigger ${table}_wait_in_queue after insert or delete or update of status${watched} on ${table}
          for each row execute function sync_queue_item('${kind}', '${author}', '${rank}');
        comment on trigger ${table}_wait_in_queue on ${table} is 'Pending rows wait in the queue of the staff.'`)
      .execute(db)
  }
}

async function queueAlerts(db: Kysely<unknown>) {
  await sql`
    create function sync_alert_item() returns trigger language plpgsql as $$
    declare
      alert deal_alerts := case tg_op when 'DELETE' then old else new end;
      queued text := case alert.kind
        when 'BROKEN_LINK' then 'broken_link' when 'PAGE_DIFFERENCE' then 'page_difference' else 'ended_report' end;
    begin
      if tg_op <> 'DELETE' and alert.status = 'PENDING' then
        insert into queue_items (kind, subject_id, deal_id, rank, waiting_since)
        values (queued, alert.id, alert.deal_id, case queued when 'ended_report' then 2 else 7 end,
          case when tg_op = 'INSERT' then alert.created_at else now() end)
        on conflict (kind, subject_id) do update set rank = excluded.rank;
      else
        delete from queue_items where kind = queued and subject_id = alert.id;
      end if;
      return null;
    end $$;
    comment on function sync_alert_item is
      'Queues an alert while it is pending. Reports of an end come before the others.';
    create trigger deal_alerts_wait_in_queue after insert or delete or update of status on deal_alerts
      for each row execute function sync_alert_item();
    comment on trigger deal_alerts_wait_in_queue on deal_alerts is 'Pending alerts wait in the queue of the staff.'
  `.execute(db)
}

/** A proof of purchase is decided with its review, and is an item of its own only when no review waits. */
async function queueProofs(db: Kysely<unknown>) {
  await sql`
    create function is_decided_with_review(member uuid, deal uuid) returns boolean language sql stable as $$
      select exists (
        select from reviews where user_id = member and deal_id = deal and (status <> 'APPROVED'
          or exists (select from review_edits where review_id = reviews.id and status = 'PENDING')))
    $$;
    comment on function is_decided_with_review is
      'Whether the proof of a member waits with their review of the deal: it is not approved, or has a pending edit.';

    create function sync_proof_item() returns trigger language plpgsql as $$
    declare
      member uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
      deal uuid := case tg_op when 'DELETE' then old.deal_id else new.deal_id end;
    begin
      if tg_op = 'DELETE' then delete from queue_items where kind = 'purchase_proof' and subject_id = old.id; end if;
      delete from queue_items using purchase_proofs proof
        where kind = 'purchase_proof' and subject_id = proof.id and proof.user_id = member and proof.deal_id = deal
          and (proof.status <> 'PENDING' or is_decided_with_review(member, deal));
      insert into queue_items (kind, subject_id, deal_id, author_id, rank, waiting_since)
        select 'purchase_proof', id, deal_id, user_id, 5, created_at from purchase_proofs
        where user_id = member and deal_id = deal and status = 'PENDING' and not is_decided_with_review(member, deal)
        on conflict do nothing;
      return null;
    end $$;
    comment on function sync_proof_item is 'Queues the pending proof of a member, unless it waits with their review.';
    create trigger purchase_proofs_wait_in_queue after insert or delete or update of status on purchase_proofs
      for each row execute function sync_proof_item();
    comment on trigger purchase_proofs_wait_in_queue on purchase_proofs is
      'A pending proof waits in the queue, or with its review.';
    create trigger reviews_sync_proofs after insert or delete or update of status on reviews
      for each row execute function sync_proof_item();
    comment on trigger reviews_sync_proofs on reviews is 'A proof waits with its review.';
    create trigger review_edits_sync_proofs after insert or delete or update of status on review_edits
      for each row execute function sync_proof_item();
    comment on trigger review_edits_sync_proofs on review_edits is 'A proof waits with the edit of its review.'
  `.execute(db)
}

async function createDecisions(db: Kysely<unknown>) {
  await db.schema.createType('decision').asEnum(['APPROVED', 'REJECTED', 'CHANGES_REQUESTED']).execute()

  await db.schema
    .createTable('decisions')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('subject_id', 'uuid', (col) => col.notNull())
    .addColumn('deal_id', 'uuid', (col) => col.references('deals.id').onDelete('set null'))
    .addColumn('decision', sql`decision`, (col) => col.notNull())
    .addColumn('reason', sql`rejection_reason`)
    .addColumn('rating', 'int2', (col) => col.check(sql`rating between 1 and 5`))
    .addColumn('affects_owners', sql`affects_owners`)
    .addColumn('waiting_since', 'timestamptz', (col) => col.notNull())
    .addColumn('decided_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('decided_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('undone_at', 'timestamptz')
    .addColumn('effects', 'jsonb', (col) => col.notNull().defaultTo('{}'))
    .addCheckConstraint('only_a_rejection_has_a_reason', sql`reason is null or decision = 'REJECTED'`)
    .execute()
  await db.schema.createIndex('decisions_by_deal').on('decisions').column('deal_id').execute()
  await db.schema.createIndex('decisions_by_moderator').on('decisions').column('decided_by').execute()
  await sql`
    comment on table decisions is
      'Every decision of the staff, without texts and notes. The transparency page shows them.';
    comment on column decisions.subject_id is 'May be deleted.';
    comment on column decisions.rating is 'The rating of a review at the decision.';
    comment on column decisions.undone_at is 'When it was undone or the item reopened; it no longer counts.';
    comment on column decisions.effects is
      'Other changes, such as the price of the deal, with the value before. Never published.';
    create index decisions_by_date on decisions (decided_at desc, id desc) where undone_at is null;
    create index decisions_by_kind on decisions (kind, decided_at desc)
      include (decision, reason, rating, waiting_since, affects_owners)
      where undone_at is null;
    create index decisions_by_subject on decisions (subject_id, decided_at desc)
  `.execute(db)
}

async function createAuditLog(db: Kysely<unknown>) {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('actor_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('actor_pseudonym', 'uuid')
    .addColumn('action', 'text', (col) => col.notNull().check(sql`char_length(action) between 1 and 100`))
    .addColumn('entity_type', 'text', (col) => col.notNull().check(sql`char_length(entity_type) between 1 and 50`))
    .addColumn('entity_id', 'text', (col) => col.check(sql`char_length(entity_id) <= 200`))
    .addColumn('detail', 'jsonb', (col) => col.notNull().defaultTo('{}'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('actor_is_known_or_deleted', sql`actor_id is null or actor_pseudonym is null`)
    .execute()
  await db.schema.createIndex('audit_log_by_actor').on('audit_log').columns(['actor_id', 'id']).execute()
  await db.schema.createIndex('audit_log_by_entity_type').on('audit_log').columns(['entity_type', 'id']).execute()
  await db.schema.createIndex('audit_log_by_action').on('audit_log').columns(['action', 'id']).execute()
  await db.schema.createIndex('audit_log_by_date').on('audit_log').column('created_at').execute()
  await sql`
    comment on table audit_log is 'Actions of administrators, managers and members; append-only.';
    comment on column audit_log.actor_pseudonym is
      'Replaces actor_id of a deleted account. It is the same in all entries of one person.';
    create index audit_log_by_pseudonym on audit_log (actor_pseudonym, id) where actor_pseudonym is not null;
    create index audit_log_by_entity on audit_log (entity_type, entity_id, id);
    create index audit_log_by_bulk_deal on audit_log using gin ((detail -> 'versions')) where entity_type = 'deals';

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
      'Raises an error, unless a deleted profile is replaced by its pseudonym.';
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
      'Replaces the id and email of the profile by one random pseudonym in all entries.';
    create trigger profiles_pseudonymize_audit_log before delete on profiles
      for each row execute function pseudonymize_audit_log();
    comment on trigger profiles_pseudonymize_audit_log on profiles is 'Entries of a deleted profile get a pseudonym.';

    create function omit_deleted_profile() returns trigger language plpgsql as $$
    begin
      perform from profiles where id = new.entity_id::uuid for key share;
      if not found then new.entity_id := null; end if;
      return new;
    end $$;
    comment on function omit_deleted_profile is
      'Waits for a concurrent deletion of the profile, and then leaves out its id.';
    create trigger audit_log_omits_deleted_profiles before insert on audit_log for each row
      when (new.entity_type = 'profile' and new.entity_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      execute function omit_deleted_profile();
    comment on trigger audit_log_omits_deleted_profiles on audit_log is 'New entries do not identify deleted profiles.'
  `.execute(db)
}
