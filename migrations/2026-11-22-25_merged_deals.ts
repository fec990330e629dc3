import { type Kysely, sql } from 'kysely'

const COUNTED = [
  { table: 'reviews', counted: 'review_count', rating: 'rating' },
  { table: 'change_logs', counted: 'change_count', rating: undefined },
  { table: 'comments', counted: 'comment_count', rating: undefined },
]
const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/** What a merge of two deals needs: nothing of thousands of contributions and clicks is handled row by row. */
export async function up(db: Kysely<unknown>) {
  await createClickTargets(db)
  await createReviewVersions(db)
  for (const counted of COUNTED) await countByStatement(db, counted)
}

async function createClickTargets(db: Kysely<unknown>) {
  await sql`
    create table click_targets (
      id uuid primary key,
      deal_id uuid not null references deals (id) on delete cascade
    );
    comment on table click_targets is
      'The deal to which the clicks on a deal belong now: at first the deal itself, after a merge the one that stayed. A million clicks move with one row.';
    comment on column click_targets.id is 'The id of the deal that was clicked, which may be gone.';
    create index click_targets_by_deal on click_targets (deal_id);
    insert into click_targets (id, deal_id) select id, id from deals;

    alter table click_events drop constraint click_events_deal_id_fkey,
      add constraint click_events_deal_id_fkey foreign key (deal_id) references click_targets (id) on delete cascade;
    comment on column click_events.deal_id is 'The deal that was clicked; click_targets has the one it belongs to now.';

    create function add_click_targets() returns trigger language plpgsql as $$
    begin
      insert into click_targets (id, deal_id) select id, id from new_rows;
      return null;
    end $$;
    comment on function add_click_targets is 'Clicks on a new deal belong to it.';
    create trigger deals_add_click_targets after insert on deals
      referencing new table as new_rows for each statement execute function add_click_targets();
    comment on trigger deals_add_click_targets on deals is 'Every deal can be clicked.'
  `.execute(db)
}

async function createReviewVersions(db: Kysely<unknown>) {
  await sql`
    create table review_versions (
      id uuid primary key,
      review_id uuid not null references reviews (id) on delete cascade,
      rating int2 not null check (rating between 1 and 5),
      title text not null check (char_length(title) between 1 and 100),
      body text not null check (char_length(body) between 1 and 1000),
      status moderation_status not null,
      created_at timestamptz not null,
      replaced_at timestamptz not null default now()
    );
    comment on table review_versions is
      'Earlier texts of reviews, which nothing overwrites. When two deals are merged, the older review of whoever reviewed both becomes one.';
    comment on column review_versions.id is 'The id of the former review.';
    comment on column review_versions.status is 'As it was when it was replaced.';
    comment on column review_versions.created_at is 'When this text was written.';
    create index review_versions_by_review on review_versions (review_id, created_at desc)
  `.execute(db)
}

async function countByStatement(
  db: Kysely<unknown>,
  { table, counted, rating }: { table: string; counted: string; rating: string | undefined },
) {
  const select = (rows: string, sign: '' | '-') =>
    `select deal_id, ${sign}1 as n, ${rating ? `${sign}${rating}` : '0'} as stars from ${rows} where status = 'APPROVED'`
  const adjust = (rows: string) => `
          update deals set ${counted} = ${counted} + n${rating ? ', rating_sum = rating_sum + stars' : ''}
          from (
            select deal_id, sum(n)::int as n, sum(stars)::int as stars from (${rows}) as rows
            group by deal_id having sum(n) <> 0 or sum(stars) <> 0
          ) as differences where deals.id = deal_id;`
  await sql
    .raw(`
      drop trigger ${table}_adjust_deal_counts on ${table};
      create or replace function count_approved_${table}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${adjust(select('new_rows', ''))}
        elsif tg_op = 'DELETE' then ${adjust(select('old_rows', '-'))}
        else ${adjust(`${select('new_rows', '')} union all ${select('old_rows', '-')}`)}
        end if;
        return null;
      end $$;
      comment on function count_approved_${table} is
        'Adds the difference that a statement makes to ${counted}${rating ? ' and rating_sum' : ''} of each deal.'`)
    .execute(db)
  for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
    const name = `${table}_adjust_deal_counts_on_${event}`
    await sql
      .raw(`
        create trigger ${name} after ${event} on ${table} referencing ${transitionTables}
          for each statement execute function count_approved_${table}();
        comment on trigger ${name} on ${table} is
          'The deal counts the approved ones${rating ? ' and averages their ratings' : ''}.'`)
      .execute(db)
  }
}
