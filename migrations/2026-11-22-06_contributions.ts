import { type Kysely, sql } from 'kysely'

const TABLES = [
  { table: 'reviews', author: 'user_id', counted: 'review_count' },
  { table: 'change_logs', author: 'reported_by_user_id', counted: 'change_count' },
  { table: 'comments', author: 'user_id', counted: 'comment_count' },
]

/** What members write. It outlives the account: the row stays and loses its author. */
export async function up(db: Kysely<unknown>) {
  await sql`create type moderation_status as enum ('PENDING', 'APPROVED', 'REJECTED')`.execute(db)
  await createReviews(db)
  await createChangeLogs(db)
  await createComments(db)
  await createIndexes(db)
  await createModerationView(db)
  await addCountTriggers(db)
}

async function createReviews(db: Kysely<unknown>) {
  await sql`
    create table reviews (
      id uuid primary key default gen_random_uuid(),
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid references profiles (id) on delete set null,
      rating int2 not null check (rating between 1 and 5),
      title text not null check (char_length(title) between 1 and 100),
      body text not null check (char_length(body) between 1 and 1000),
      status moderation_status not null default 'PENDING',
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      minhash bigint[] generated always as (compute_minhash(body)) stored,
      constraint one_review_per_person_and_deal unique (deal_id, user_id),
      constraint only_a_rejected_review_has_a_reason check (moderation_reason is null or status = 'REJECTED')
    );
    comment on table reviews is 'Reviews of deals by members; public once approved.';
    comment on column reviews.user_id is 'The author; null once the account is deleted.';
    comment on column reviews.minhash is 'For finding near copies.'
  `.execute(db)
}

async function createChangeLogs(db: Kysely<unknown>) {
  await sql`
    create type change_kind as enum
      ('PRICE', 'TERMS', 'LIMITS', 'REFUND', 'ENDED', 'REOPENED', 'ACQUIRED', 'SHUTDOWN', 'IMPROVED', 'OTHER');
    create type affects_owners as enum ('YES', 'NO', 'UNKNOWN');
    create table change_logs (
      id uuid primary key default gen_random_uuid(),
      deal_id uuid not null references deals (id) on delete cascade,
      reported_by_user_id uuid references profiles (id) on delete set null,
      title text not null check (char_length(title) between 1 and 100),
      description text not null check (char_length(description) between 1 and 500),
      kind change_kind not null default 'OTHER',
      old_value text check (char_length(old_value) between 1 and 200),
      new_value text check (char_length(new_value) between 1 and 200),
      effective_on date,
      source_url text check (source_url ~* '^https?://[^[:space:]]+$' and char_length(source_url) <= 2048),
      affects_owners affects_owners not null default 'UNKNOWN',
      status moderation_status not null default 'PENDING',
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      verified_at timestamptz generated always as
        (case when status = 'APPROVED' then coalesce(moderated_at, created_at) end) stored,
      minhash bigint[] generated always as (compute_minhash(description)) stored,
      constraint only_a_rejected_report_has_a_reason check (moderation_reason is null or status = 'REJECTED')
    );
    comment on table change_logs is 'Change reports of members, and the verified changes that came of them.';
    comment on column change_logs.reported_by_user_id is 'The author; null once the account is deleted.';
    comment on column change_logs.verified_at is
      'When the report was approved. Lists are in this order, so that an old report that is approved today comes first.';
    comment on column change_logs.minhash is 'For finding near copies.';

    create index verified_changes_by_date on change_logs (verified_at desc, id desc) where verified_at is not null;
    create index verified_changes_by_kind on change_logs (kind, verified_at desc, id desc)
      where verified_at is not null;
    create index verified_changes_by_affects_owners on change_logs (affects_owners, verified_at desc, id desc)
      where verified_at is not null
  `.execute(db)
}

async function createComments(db: Kysely<unknown>) {
  await sql`
    create table comments (
      id uuid primary key default gen_random_uuid(),
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid references profiles (id) on delete set null,
      body text not null check (char_length(body) between 1 and 1000),
      status moderation_status not null default 'PENDING',
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      minhash bigint[] generated always as (compute_minhash(body)) stored
    );
    comment on table comments is 'Questions and answers of members below a deal; public once approved.';
    comment on column comments.user_id is 'The author; null once the account is deleted.';
    comment on column comments.minhash is 'For finding near copies.'
  `.execute(db)
}

async function createIndexes(db: Kysely<unknown>) {
  for (const { table, author } of TABLES) {
    const newestOfDeal = table === 'change_logs' ? 'verified_at desc' : 'status, created_at desc'
    await sql
      .raw(`
        -- The tab of a deal, the moderation queue, decided items, the author's own list, near copies.
        create index ${table}_by_deal on ${table} (deal_id, ${newestOfDeal}, id desc);
        create index ${table}_by_status on ${table} (status, created_at, id);
        create index decided_${table}_by_date on ${table} (status, moderated_at desc nulls last, id desc)
          where status <> 'PENDING';
        create index ${table}_by_author on ${table} (${author}, created_at desc);
        create index ${table}_by_moderator on ${table} (moderated_by);
        create index ${table}_by_minhash_1 on ${table} ((minhash[1]));
        create index ${table}_by_minhash_2 on ${table} ((minhash[2]));
        create index ${table}_by_minhash_3 on ${table} ((minhash[3]))`)
      .execute(db)
  }
}

async function createModerationView(db: Kysely<unknown>) {
  await sql`
    create view contributions as
      select 'review' as kind, id, deal_id, user_id as author_id, title, body, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text as version, rating,
        null::change_kind as change_kind, null as old_value, null as new_value, null::date as effective_on,
        null as source_url, null::affects_owners as affects_owners
      from reviews
      union all
      select 'comment', id, deal_id, user_id, null, body, status, null,
        moderated_by, moderated_at, created_at, minhash, xmin::text, null, null, null, null, null, null, null
      from comments
      union all
      select 'change_log', id, deal_id, reported_by_user_id, title, description, status, moderation_reason,
        moderated_by, moderated_at, created_at, minhash, xmin::text, null,
        kind, old_value, new_value, effective_on, source_url, affects_owners
      from change_logs;
    comment on view contributions is 'Reviews, comments and change reports in one shape, for moderation.';
    comment on column contributions.version is 'Changes with every change of the row.'
  `.execute(db)
}

/** Counts change by differences: under READ COMMITTED a recount would miss what a parallel transaction approves. */
async function addCountTriggers(db: Kysely<unknown>) {
  for (const { table, counted } of TABLES) {
    const [count, isRated] = [`count_approved_${table}`, table === 'reviews']
    const adjust = (sign: string, row: string) =>
      `${counted} = ${counted} ${sign} 1${isRated ? `, rating_sum = rating_sum ${sign} ${row}.rating` : ''}`
    await sql
      .raw(`
        create function ${count}() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' and old.status = 'APPROVED' then
            update deals set ${adjust('-', 'old')} where id = old.deal_id;
          end if;
          if tg_op <> 'DELETE' and new.status = 'APPROVED' then
            update deals set ${adjust('+', 'new')} where id = new.deal_id;
          end if;
          return null;
        end $$;
        comment on function ${count} is 'Adds to and subtracts from ${counted}${isRated ? ' and rating_sum' : ''} of the deal.';
        create trigger ${table}_adjust_deal_counts
          after insert or delete or update of status, deal_id${isRated ? ', rating' : ''} on ${table}
          for each row execute function ${count}();
        comment on trigger ${table}_adjust_deal_counts on ${table} is
          'The deal counts the approved ones${isRated ? ' and averages their ratings' : ''}.'`)
      .execute(db)
  }
}
