import { type Kysely, sql } from 'kysely'

const isUrl = (column: string) => sql.raw(`${column} ~* '^https?://[^[:space:]]+$' and char_length(${column}) <= 2048`)
const HAS_NO_NOTE = sql`moderation_reason is null or status not in ('PENDING', 'APPROVED')`

/** Texts of members, with the column of their author. */
const CONTRIBUTIONS = [
  { table: 'reviews', author: 'user_id' },
  { table: 'review_edits', author: 'user_id' },
  { table: 'follow_ups', author: 'user_id' },
  { table: 'change_logs', author: 'reported_by_user_id' },
  { table: 'comments', author: 'user_id' },
]

const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/** Change reports, comments and answers of vendors, and what all contributions have in common. */
export async function up(db: Kysely<unknown>) {
  await createChangeLogs(db)
  await createComments(db)
  await createVendorAnswers(db)
  await createIndexes(db)
  await describeColumns(db)
  await createView(db)
  await countApproved(db)
}

async function createChangeLogs(db: Kysely<unknown>) {
  await db.schema
    .createType('change_kind')
    .asEnum(['PRICE', 'TERMS', 'LIMITS', 'REFUND', 'ENDED', 'REOPENED', 'ACQUIRED', 'SHUTDOWN', 'IMPROVED', 'OTHER'])
    .execute()
  await db.schema.createType('affects_owners').asEnum(['YES', 'NO', 'UNKNOWN']).execute()

  await db.schema
    .createTable('change_logs')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('reported_by_user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('description', 'text', (col) => col.notNull().check(sql`char_length(description) between 1 and 500`))
    .addColumn('kind', sql`change_kind`, (col) => col.notNull().defaultTo('OTHER'))
    .addColumn('old_value', 'text', (col) => col.check(sql`char_length(old_value) between 1 and 200`))
    .addColumn('new_value', 'text', (col) => col.check(sql`char_length(new_value) between 1 and 200`))
    .addColumn('effective_on', 'date')
    .addColumn('source_url', 'text', (col) => col.check(isUrl('source_url')))
    .addColumn('affects_owners', sql`affects_owners`, (col) => col.notNull().defaultTo('UNKNOWN'))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('verified_at', 'timestamptz', (col) =>
      col.generatedAlwaysAs(sql`case when status = 'APPROVED' then coalesce(moderated_at, created_at) end`).stored(),
    )
    .addColumn('minhash', sql`bigint[]`, (col) => col.generatedAlwaysAs(sql`compute_minhash(description)`).stored())
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('vendor_id', 'uuid', (col) => col.references('vendors.id').onDelete('set null'))
    .addColumn('is_silent', 'boolean', (col) => col.notNull().defaultTo(false))
    .addCheckConstraint('only_a_rejected_report_has_a_reason', sql`rejection_reason is null or status = 'REJECTED'`)
    .addCheckConstraint('an_undecided_or_approved_report_has_no_note', HAS_NO_NOTE)
    .execute()
  await sql`
    comment on table change_logs is 'Change reports of members, and verified changes.';
    comment on column change_logs.verified_at is
      'When the report was approved. Lists are in this order: an old report that is approved today comes first.';
    comment on column change_logs.vendor_id is
      'The vendor whose status wrote the entry, null for others. A correction of the status corrects it.';
    comment on column change_logs.is_silent is
      'Whether it is a correction of an old entry, of which followers are not notified.';
    create index verified_changes_by_date on change_logs (verified_at desc, id desc) where verified_at is not null;
    create index verified_changes_by_kind on change_logs (kind, verified_at desc, id desc)
      where verified_at is not null;
    create index verified_changes_by_affects_owners on change_logs (affects_owners, verified_at desc, id desc)
      where verified_at is not null;
    create index change_logs_by_deal on change_logs (deal_id, verified_at desc, id desc);
    create index change_logs_by_vendor on change_logs (vendor_id, kind) where vendor_id is not null
  `.execute(db)
}

async function createComments(db: Kysely<unknown>) {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('minhash', sql`bigint[]`, (col) => col.generatedAlwaysAs(sql`compute_minhash(body)`).stored())
    .execute()
  await sql`
    comment on table comments is 'Questions and answers of members below a deal; public once approved.'
  `.execute(db)
}

async function createVendorAnswers(db: Kysely<unknown>) {
  await db.schema
    .createTable('vendor_answers')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('review_id', 'uuid', (col) => col.unique().references('reviews.id').onDelete('cascade'))
    .addColumn('change_log_id', 'uuid', (col) => col.unique().references('change_logs.id').onDelete('cascade'))
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 1 and 1000`))
    .addColumn('answered_on', 'date', (col) =>
      col.notNull().check(sql`answered_on between '1990-01-01' and '2199-12-31'`),
    )
    .addColumn('entered_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addColumn('version', 'int4', (col) => col.notNull().defaultTo(1).check(sql`version > 0`))
    .addCheckConstraint('an_answer_belongs_to_a_review_or_a_change', sql`num_nonnulls(review_id, change_log_id) = 1`)
    .execute()
  await sql`
    comment on table vendor_answers is
      'Answers of vendors, one for a review or change, and public as long as that is. Staff enter them.';
    comment on column vendor_answers.answered_on is 'When the vendor answered, today or earlier.';
    comment on column vendor_answers.entered_by is 'Never published.';
    comment on column vendor_answers.version is 'Counts the edits. A form of an older version is rejected.';
    create index vendor_answers_by_staff on vendor_answers (entered_by) where entered_by is not null
  `.execute(db)
}

/** For the tab of a deal, decided items, the contributions of an author, and near copies. */
async function createIndexes(db: Kysely<unknown>) {
  for (const { table, author } of CONTRIBUTIONS) {
    const create = (name: string) => db.schema.createIndex(name).on(table)
    await create(`${table}_by_status`).columns(['status', 'created_at', 'id']).execute()
    await create(`${table}_by_author`).columns([author, 'created_at desc']).execute()
    await create(`${table}_by_moderator`).column('moderated_by').execute()
    // For the other contributions to a deal on the same day.
    await create(`${table}_by_deal_and_date`).columns(['deal_id', 'created_at']).execute()
    for (const n of [1, 2, 3]) {
      const value = sql.raw(`(minhash[${n}])`)
      await create(`${table}_by_minhash_${n}`).column(value).execute()
    }
    if (table !== 'change_logs') {
      await create(`${table}_by_deal`).columns(['deal_id', 'status', 'created_at desc', 'id desc']).execute()
    }
    if (table !== 'review_edits') {
      await sql
        .raw(`create index decided_${table}_by_date on ${table} (status, moderated_at desc nulls last, id desc)
          where status <> 'PENDING'`)
        .execute(db)
    }
  }
}

async function describeColumns(db: Kysely<unknown>) {
  for (const { table, author } of CONTRIBUTIONS) {
    await sql
      .raw(`
        comment on column ${table}.${author} is 'The author; null once the account is deleted.';
        comment on column ${table}.minhash is 'For finding near copies.'`)
      .execute(db)
  }
  for (const table of ['reviews', 'review_edits', 'follow_ups', 'change_logs']) {
    await sql
      .raw(`
        comment on column ${table}.rejection_reason is 'Published in the list of decisions.';
        comment on column ${table}.moderation_reason is
          'Note to the author, with a rejection or a request for a change. Never published.'`)
      .execute(db)
  }
}

async function createView(db: Kysely<unknown>) {
  await sql`
    create view contributions as
    select 'review' as kind, id, deal_id, user_id as author_id, title, body, status, moderation_reason,
      moderated_by, moderated_at, created_at, minhash, xmin::text as version, rating,
      null::change_kind as change_kind, null as old_value, null as new_value, null::date as effective_on,
      null as source_url, null::affects_owners as affects_owners, rejection_reason, id as text_of
    from reviews
    union all
    select 'comment', id, deal_id, user_id, null, body, status, null,
      moderated_by, moderated_at, created_at, minhash, xmin::text, null, null, null, null, null, null, null, null, id
    from comments
    union all
    select 'change_log', id, deal_id, reported_by_user_id, title, description, status, moderation_reason,
      moderated_by, moderated_at, created_at, minhash, xmin::text, null,
      kind, old_value, new_value, effective_on, source_url, affects_owners, rejection_reason, id
    from change_logs
    union all
    select 'review_edit', id, deal_id, user_id, title, body, status, moderation_reason,
      moderated_by, moderated_at, created_at, minhash, xmin::text, rating,
      null, null, null, null, null, null, rejection_reason, review_id
    from review_edits
    union all
    select 'follow_up', id, deal_id, user_id, title, coalesce(body, ''), status, moderation_reason,
      moderated_by, moderated_at, created_at, minhash, xmin::text, rating,
      null, null, null, null, null, null, rejection_reason, review_id
    from follow_ups;
    comment on view contributions is
      'Reviews, edits, answers to "Still using it?", comments and change reports in one shape, for moderation.';
    comment on column contributions.version is 'Changes with every change of the row.';
    comment on column contributions.text_of is
      'The review of an edit or answer, otherwise the id. Texts of one contribution are not compared.'
  `.execute(db)
}

/** Counts change by differences: under READ COMMITTED a recount would miss what a parallel transaction approves. */
async function countApproved(db: Kysely<unknown>) {
  await sql`
    create function count_approved_reviews() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update deals set review_count = review_count + n, rating_sum = rating_sum + stars
        from (
          select deal_id, count(*)::int as n, sum(counted_rating)::int as stars
          from new_rows where status = 'APPROVED' group by deal_id
        ) as differences where deals.id = deal_id;
      elsif tg_op = 'DELETE' then
        update deals set review_count = review_count - n, rating_sum = rating_sum - stars
        from (
          select deal_id, count(*)::int as n, sum(counted_rating)::int as stars
          from old_rows where status = 'APPROVED' group by deal_id
        ) as differences where deals.id = deal_id;
      else
        update deals set review_count = review_count + n, rating_sum = rating_sum + stars
        from (
          select deal_id, sum(n)::int as n, sum(stars)::int as stars from (
            select deal_id, 1 as n, counted_rating as stars from new_rows where status = 'APPROVED'
            union all
            select deal_id, -1, -counted_rating from old_rows where status = 'APPROVED'
          ) as rows
          group by deal_id having sum(n) <> 0 or sum(stars) <> 0
        ) as differences where deals.id = deal_id;
      end if;
      return null;
    end $$;
    comment on function count_approved_reviews is
      'Adds what a statement changes to review_count and rating_sum of each deal.'
  `.execute(db)

  await addCountTriggers(db, 'reviews', 'The deal counts the approved ones and averages their ratings.')
  for (const table of ['change_logs', 'comments']) {
    await createCountFunction(db, table, table === 'comments' ? 'comment_count' : 'change_count')
    await addCountTriggers(db, table, 'The deal counts the approved ones.')
  }
}

async function addCountTriggers(db: Kysely<unknown>, table: string, comment: string) {
  for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
    const name = `${table}_adjust_deal_counts_on_${event}`
    await sql
      .raw(`
        create trigger ${name} after ${event} on ${table} referencing ${transitionTables}
          for each statement execute function count_approved_${table}();
        comment on trigger ${name} on ${table} is '${comment}'`)
      .execute(db)
  }
}

/** Changes and comments have no rating. */
async function createCountFunction(db: Kysely<unknown>, table: string, counted: string) {
  const added = `select deal_id, 1 as n, 0 as stars from new_rows where status = 'APPROVED'`
  const removed = `select deal_id, -1 as n, 0 as stars from old_rows where status = 'APPROVED'`
  const adjust = (rows: string) => `
            update deals set ${counted} = ${counted} + n
            from (
              select deal_id, sum(n)::int as n, sum(stars)::int as stars from (${rows}) as rows
              group by deal_id having sum(n) <> 0 or sum(stars) <> 0
            ) as differences where deals.id = deal_id;`
  await sql
    .raw(`
      create function count_approved_${table}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${adjust(added)}
        elsif tg_op = 'DELETE' then ${adjust(removed)}
        else ${adjust(`${added} union all ${removed}`)}
        end if;
        return null;
      end $$;
      comment on function count_approved_${table} is
        'Adds what a statement changes to ${counted} of each deal.'`)
    .execute(db)
}
