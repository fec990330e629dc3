import { type Kysely, sql } from 'kysely'

/** Tables of which visitors see every row, approved rows, and rows of published deals. */
const PUBLIC = ['categories', 'platforms', 'seo_metadata']
const MODERATED = ['reviews', 'change_logs', 'comments']
const PARTS_OF_DEALS = ['deal_pros_cons', 'deal_faqs']

const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/**
 * Announces changes of what visitors see, so that cached pages are dropped at once. Nothing else is announced: a
 * notification takes a lock that all commits of the server share, and clicks, sessions, drafts and pending items are
 * many. Price points and redirects change only together with their deal.
 */
export async function up(db: Kysely<unknown>) {
  await createFunctions(db)
  for (const table of PUBLIC) await announceRows(db, table, 'announce_content_change')
  for (const table of MODERATED) await announceRows(db, table, 'announce_change_of_approved_content')
  await announceStatements(db, 'deals', 'announce_change_of_published_deals')
  for (const table of PARTS_OF_DEALS) await announceStatements(db, table, 'announce_change_in_published_deals')
  for (const table of ['deals', ...PARTS_OF_DEALS, ...PUBLIC, ...MODERATED]) await announceTruncation(db, table)
  await announceNames(db)
}

async function createFunctions(db: Kysely<unknown>) {
  await sql`
    create function announce_content_change() returns trigger language plpgsql as $$
    begin
      notify content_changed;
      return null;
    end $$;
    comment on function announce_content_change is 'Tells every process of the site that public content changed.';

    create function announce_change_of_approved_content() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and old.status = 'APPROVED') or (tg_op <> 'DELETE' and new.status = 'APPROVED') then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_change_of_approved_content is
      'Announces the change when the row is or was approved.';

    -- The transition tables of an event exist only for that event, so each has a statement of its own.
    create function announce_change_of_published_deals() returns trigger language plpgsql as $$
    declare is_public boolean := false;
    begin
      if tg_op <> 'INSERT' then is_public := exists (select from old_rows where published); end if;
      if tg_op <> 'DELETE' then is_public := is_public or exists (select from new_rows where published); end if;
      if is_public then notify content_changed; end if;
      return null;
    end $$;
    comment on function announce_change_of_published_deals is
      'Announces the change when one of the deals is or was published.';

    -- As an array the deals are found by their key, whatever plan a session has cached. A join of thousands of entries
    -- that is planned without nested loops, as during imports, would read every published deal for each batch.
    create function announce_change_in_published_deals() returns trigger language plpgsql as $$
    declare is_public boolean := false;
    begin
      if tg_op <> 'INSERT' then
        is_public := exists (
          select from deals where published and id = any(array(select deal_id from old_rows)));
      end if;
      if tg_op <> 'DELETE' then
        is_public := is_public or exists (
          select from deals where published and id = any(array(select deal_id from new_rows)));
      end if;
      if is_public then notify content_changed; end if;
      return null;
    end $$;
    comment on function announce_change_in_published_deals is
      'Announces the change when one of the entries belongs or belonged to a published deal.';

    create function announce_change_of_name() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where user_id = new.id and status = 'APPROVED')
        or exists (select from comments where user_id = new.id and status = 'APPROVED') then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_change_of_name is 'Announces the change when the profile has approved reviews or comments.'
  `.execute(db)
}

async function announceRows(db: Kysely<unknown>, table: string, announce: string) {
  await sql
    .raw(`
      create trigger ${table}_announce_changes after insert or update or delete on ${table}
        for each row execute function ${announce}();
      comment on trigger ${table}_announce_changes on ${table} is
        'Changes that visitors see are announced to the page caches.'`)
    .execute(db)
}

/** Per statement, because an import writes thousands of rows in one. A trigger with transition tables has one event. */
async function announceStatements(db: Kysely<unknown>, table: string, announce: string) {
  for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
    const name = `${table}_announce_${event}s`
    await sql
      .raw(`
        create trigger ${name} after ${event} on ${table} referencing ${transitionTables}
          for each statement execute function ${announce}();
        comment on trigger ${name} on ${table} is 'Changes that visitors see are announced to the page caches.'`)
      .execute(db)
  }
}

async function announceTruncation(db: Kysely<unknown>, table: string) {
  await sql
    .raw(`
      create trigger ${table}_announce_truncation after truncate on ${table}
        for each statement execute function announce_content_change();
      comment on trigger ${table}_announce_truncation on ${table} is 'TRUNCATE is announced to the page caches.'`)
    .execute(db)
}

/** Contributions show the name of their author. Deleting the account changes those rows themselves. */
async function announceNames(db: Kysely<unknown>) {
  await sql`
    create trigger profiles_announce_names after update of name on profiles
      for each row when (old.name is distinct from new.name) execute function announce_change_of_name();
    comment on trigger profiles_announce_names on profiles is
      'A new name of an author with public content is announced to the page caches.'
  `.execute(db)
}
