import { type Kysely, sql } from 'kysely'

/** Contributions, each with the kind under which its changes are announced. */
const KINDS = { reviews: 'reviews', follow_ups: 'reviews', change_logs: 'changes', comments: 'comments' }

/** Columns of deals that only count contributions, by the kind of these. */
const COUNTS = {
  reviews: ['review_count', 'rating_sum', 'rating_average'],
  changes: ['change_count'],
  comments: ['comment_count'],
}

const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/**
 * An announcement names the deals whose contributions changed ("reviews <id> <id>"), so that page caches drop only the pages
 * that show these. Any other change is announced without a name and drops all pages, as before.
 */
export async function up(db: Kysely<unknown>) {
  await createFunctions(db)
  for (const [table, kind] of Object.entries(KINDS)) await announceByDeal(db, table, kind)
  await announceUpdatesOfDeals(db)
}

async function createFunctions(db: Kysely<unknown>) {
  await sql`
    create function announce_contributions(kind text, deal_ids uuid[]) returns void language plpgsql as $$
    declare named uuid[] := array(select distinct id from unnest(deal_ids) as id limit 9);
    begin
      if cardinality(named) = 0 then return; end if;
      if cardinality(named) > 8 or array_position(named, null) is not null then
        notify content_changed;
      else
        perform pg_notify('content_changed', kind || ' ' || array_to_string(named, ' '));
      end if;
    end $$;
    comment on function announce_contributions is
      'Names up to 8 deals whose reviews, changes or comments changed. More deals, or none in particular: everything.';
  `.execute(db)
}

/** Per statement, because the removal of an account or a merge changes many rows in one. */
async function announceByDeal(db: Kysely<unknown>, table: string, kind: string) {
  await sql
    .raw(`
      drop trigger ${table}_announce_changes on ${table};
      create or replace function announce_change_of_approved_content() returns trigger language plpgsql as $$
      declare changed uuid[] := '{}';
      begin
        if tg_op <> 'INSERT' then
          changed := array(select distinct deal_id from old_rows where status = 'APPROVED');
        end if;
        if tg_op <> 'DELETE' then
          changed := changed || array(select distinct deal_id from new_rows where status = 'APPROVED');
        end if;
        perform announce_contributions(tg_argv[0], changed);
        return null;
      end $$;
      comment on function announce_change_of_approved_content is
        'Announces the deals of the rows that are or were approved, under the kind given to the trigger.'`)
    .execute(db)
  for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
    await sql
      .raw(`
        create trigger ${table}_announce_${event}s after ${event} on ${table} referencing ${transitionTables}
          for each statement execute function announce_change_of_approved_content('${kind}');
        comment on trigger ${table}_announce_${event}s on ${table} is
          'Changes that visitors see are announced to the page caches.'`)
      .execute(db)
  }
}

/** Rows are compared only where there are few, so that an import pays nothing for it. */
async function announceUpdatesOfDeals(db: Kysely<unknown>) {
  const counts = Object.values(COUNTS).flat()
  const named = Object.entries(COUNTS).map(([kind, columns]) => {
    const rowOf = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
    return `
      perform announce_contributions('${kind}', array(
        select id from old_rows as earlier join new_rows as later using (id)
        where earlier.published and ${rowOf('earlier')} is distinct from ${rowOf('later')}));`
  })
  await sql
    .raw(`
      create function announce_update_of_published_deals() returns trigger language plpgsql as $$
      declare counts text[] := '{${counts.join(', ')}}';
      begin
        if not exists (select from old_rows where published) and not exists (select from new_rows where published) then
          return null;
        end if;
        if (select count(*) from (select from new_rows limit 9) as few) > 8 or exists (
          select from old_rows as earlier full join new_rows as later using (id)
          where (earlier.published or later.published)
            and to_jsonb(earlier) - counts is distinct from to_jsonb(later) - counts)
        then
          notify content_changed;
          return null;
        end if;${named.join('')}
        return null;
      end $$;
      comment on function announce_update_of_published_deals is
        'Names the deals of which only counts of contributions changed. Any other change concerns every page.';
      drop trigger deals_announce_updates on deals;
      create trigger deals_announce_updates after update on deals referencing ${TRANSITION_TABLES.update}
        for each statement execute function announce_update_of_published_deals();
      comment on trigger deals_announce_updates on deals is 'Changes that visitors see are announced to the page caches.'`)
    .execute(db)
}
