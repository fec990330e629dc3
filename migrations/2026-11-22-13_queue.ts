import { type Kysely, sql } from 'kysely'

/** Ranks of the queue, see the comment on queue_items.rank. */
const AFFECTS_OWNERS = 1
const QUEUED = [
  { table: 'change_logs', kind: 'change_log', author: 'reported_by_user_id', rank: 4, watched: ', affects_owners' },
  { table: 'reviews', kind: 'review', author: 'user_id', rank: 5, watched: '' },
  { table: 'comments', kind: 'comment', author: 'user_id', rank: 6, watched: '' },
  { table: 'contact_messages', kind: 'contact_message', author: 'user_id', rank: 7, watched: '' },
]

/** One queue for everything that waits for staff, the decisions made in it, and the notifications that follow. */
export async function up(db: Kysely<unknown>) {
  await addReasons(db)
  await createContactMessages(db)
  await createQueueItems(db)
  await createDecisions(db)
  await createNotifications(db)
}

/**
 * The new status is only named where it is read at run time: PostgreSQL refuses a new value in the transaction that adds
 * it, and all migrations share one.
 */
async function addReasons(db: Kysely<unknown>) {
  await sql`
    alter type moderation_status add value if not exists 'CHANGES_REQUESTED';
    create type rejection_reason as enum
      ('SPAM', 'NOT_ABOUT_PRODUCT', 'CONFLICT_OF_INTEREST', 'ABUSIVE', 'PRIVATE_DATA', 'NO_EVIDENCE', 'DUPLICATE', 'OTHER')
  `.execute(db)
  for (const { table, noun } of [
    { table: 'reviews', noun: 'review' },
    { table: 'change_logs', noun: 'report' },
  ]) {
    await sql
      .raw(`
        alter table ${table}
          add column rejection_reason rejection_reason,
          drop constraint only_a_rejected_${noun}_has_a_reason,
          add constraint only_a_rejected_${noun}_has_a_reason check (rejection_reason is null or status = 'REJECTED'),
          add constraint an_undecided_or_approved_${noun}_has_no_note
            check (moderation_reason is null or status not in ('PENDING', 'APPROVED'));
        comment on column ${table}.rejection_reason is 'Published in the list of decisions.';
        comment on column ${table}.moderation_reason is
          'Note to the author, with a rejection or a request for a change. Never published.';
        update ${table} set rejection_reason = 'OTHER' where status = 'REJECTED'`)
      .execute(db)
  }
  await sql`
    create or replace view contributions as
      select 'review' as kind, id, deal_id, user_id as author_id, title, body, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text as version, rating,
        null::change_kind as change_kind, null as old_value, null as new_value, null::date as effective_on,
        null as source_url, null::affects_owners as affects_owners, rejection_reason
      from reviews
      union all
      select 'comment', id, deal_id, user_id, null, body, status, null,
        moderated_by, moderated_at, created_at, minhash, xmin::text, null, null, null, null, null, null, null, null
      from comments
      union all
      select 'change_log', id, deal_id, reported_by_user_id, title, description, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text, null,
        kind, old_value, new_value, effective_on, source_url, affects_owners, rejection_reason
      from change_logs
  `.execute(db)
}

async function createContactMessages(db: Kysely<unknown>) {
  await sql`
    create table contact_messages (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references profiles (id) on delete set null,
      name text not null check (char_length(name) between 1 and 80),
      email text not null check (char_length(email) between 3 and 254),
      subject text not null check (char_length(subject) between 1 and 120),
      body text not null check (char_length(body) between 10 and 2000),
      status moderation_status not null default 'PENDING',
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now()
    );
    comment on table contact_messages is
      'Messages of the contact form. Approved means answered, rejected means spam.';
    comment on column contact_messages.user_id is 'The sender, if they were signed in and the account still exists.';
    create index contact_messages_by_user on contact_messages (user_id) where user_id is not null;
    create index contact_messages_by_moderator on contact_messages (moderated_by) where moderated_by is not null;
    create index contact_messages_by_date on contact_messages (status, moderated_at desc nulls last, id desc)
  `.execute(db)
}

async function createQueueItems(db: Kysely<unknown>) {
  await sql`
    create table queue_items (
      kind text not null,
      subject_id uuid not null,
      deal_id uuid references deals (id) on delete cascade,
      author_id uuid references profiles (id) on delete set null,
      rank int2 not null check (rank between 1 and 7),
      waiting_since timestamptz not null,
      claimed_by uuid references profiles (id) on delete set null,
      claimed_at timestamptz,
      primary key (kind, subject_id)
    );
    comment on table queue_items is
      'What waits for a decision by staff, in one order. Triggers keep it with the status of its subject.';
    comment on column queue_items.kind is 'As in app/features/moderation/kinds.ts; the table of subject_id follows from it.';
    comment on column queue_items.rank is
      '1 affects owners, 2 reported as ended, 3 report of abuse, 4 change report, 5 review, 6 comment, 7 anything else.';
    comment on column queue_items.waiting_since is 'When it was sent, or sent again after a request for a change.';
    comment on column queue_items.claimed_at is 'Whoever opened it then decides; the claim lasts 15 minutes.';
    create index queue_items_in_order on queue_items (rank, waiting_since, subject_id);
    create index queue_items_by_kind on queue_items (kind, rank, waiting_since, subject_id);
    create index queue_items_by_age on queue_items (waiting_since);
    create index queue_items_by_deal on queue_items (deal_id);
    create index queue_items_by_author on queue_items (author_id);
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
      'Queues a row while it is pending. Arguments: the kind, the column of the author and the rank.'
  `.execute(db)

  for (const table of ['reviews', 'comments', 'change_logs']) {
    // What else was sent to a deal on the same day.
    await sql.raw(`create index ${table}_by_deal_and_date on ${table} (deal_id, created_at)`).execute(db)
  }
  for (const { table, kind, author, rank, watched } of QUEUED) {
    await sql
      .raw(`
        create trigger ${table}_wait_in_queue after insert or delete or update of status${watched} on ${table}
          for each row execute function sync_queue_item('${kind}', '${author}', '${rank}');
        comment on trigger ${table}_wait_in_queue on ${table} is 'A pending one waits in the queue of the staff.'`)
      .execute(db)
  }
  await sql`
    insert into queue_items (kind, subject_id, deal_id, author_id, rank, waiting_since)
    select kind, id, deal_id, author_id,
      case kind when 'review' then 5 when 'comment' then 6 else case affects_owners when 'YES' then ${sql.lit(AFFECTS_OWNERS)} else 4 end end,
      created_at
    from contributions where status = 'PENDING'
  `.execute(db)
}

async function createDecisions(db: Kysely<unknown>) {
  await sql`
    create type decision as enum ('APPROVED', 'REJECTED', 'CHANGES_REQUESTED');
    create table decisions (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject_id uuid not null,
      deal_id uuid references deals (id) on delete set null,
      decision decision not null,
      reason rejection_reason,
      rating int2 check (rating between 1 and 5),
      affects_owners affects_owners,
      waiting_since timestamptz not null,
      decided_by uuid references profiles (id) on delete set null,
      decided_at timestamptz not null default now(),
      undone_at timestamptz,
      effects jsonb not null default '{}',
      constraint only_a_rejection_has_a_reason check (reason is null or decision = 'REJECTED')
    );
    comment on table decisions is
      'Every decision of the staff, without texts and notes: the record behind the transparency page.';
    comment on column decisions.subject_id is 'May be deleted meanwhile.';
    comment on column decisions.rating is 'Of a review, as it was decided on.';
    comment on column decisions.undone_at is 'The decision was undone or the item reopened; it no longer counts.';
    comment on column decisions.effects is
      'What it changed besides the status, such as the price of the deal, with the value before. Never published.';
    create index decisions_by_date on decisions (decided_at desc, id desc) where undone_at is null;
    create index decisions_by_kind on decisions (kind, decided_at desc) include (decision, reason, rating, waiting_since, affects_owners)
      where undone_at is null;
    create index decisions_by_subject on decisions (subject_id, decided_at desc);
    create index decisions_by_deal on decisions (deal_id);
    create index decisions_by_moderator on decisions (decided_by);

    insert into decisions
      (kind, subject_id, deal_id, decision, reason, rating, affects_owners, waiting_since, decided_by, decided_at)
    select kind, id, deal_id, status::text::decision, rejection_reason, rating, affects_owners,
      least(created_at, moderated_at), moderated_by, moderated_at
    from contributions where status in ('APPROVED', 'REJECTED') and moderated_at is not null
  `.execute(db)
}

async function createNotifications(db: Kysely<unknown>) {
  await sql`
    create table notifications (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id) on delete cascade,
      kind text not null,
      cause text not null check (char_length(cause) between 1 and 200),
      deal_id uuid references deals (id) on delete cascade,
      data jsonb not null default '{}',
      created_at timestamptz not null default now(),
      read_at timestamptz,
      constraint one_notification_per_person_and_cause unique (user_id, cause)
    );
    comment on table notifications is
      'What members are told, written in the transaction of its cause and kept for 90 days.';
    comment on column notifications.kind is 'As in app/features/notifications/notification.ts, which also names the data of each.';
    comment on column notifications.cause is 'What it tells of, such as "decision:<id>"; nobody is told twice.';
    create index notifications_by_user on notifications (user_id, created_at desc, id desc);
    create index unread_notifications on notifications (user_id) where read_at is null;
    create index notifications_by_deal on notifications (deal_id);
    create index notifications_by_date on notifications (created_at)
  `.execute(db)
}
