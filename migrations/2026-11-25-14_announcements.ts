import { type Kysely, sql } from 'kysely'

/** Tables that announce changes row by row, with the function that checks whether visitors see the row. */
const BY_ROW = {
  categories: 'announce_content_change',
  platforms: 'announce_content_change',
  seo_metadata: 'announce_content_change',
  purchases: 'announce_purchase_of_reviewer',
  vendor_answers: 'announce_vendor_answer',
}

/** Tables of which one statement, such as that of an import, may change thousands of rows. */
const BY_STATEMENT = {
  deals: 'announce_change_of_published_deals',
  deal_pros_cons: 'announce_change_in_published_deals',
  deal_faqs: 'announce_change_in_published_deals',
  deal_plans: 'announce_change_in_published_deals',
  deal_plan_limits: 'announce_change_in_published_deals',
  availability_reports: 'announce_change_in_published_deals',
  deal_alerts: 'announce_change_in_published_deals',
  reviews: 'announce_change_of_approved_content',
  follow_ups: 'announce_change_of_approved_content',
  change_logs: 'announce_change_of_approved_content',
  comments: 'announce_change_of_approved_content',
}

/** Tables whose rows are public if they have a published deal, with the columns that visitors see. */
const OF_DEALS = {
  vendors: { noun: 'vendor', columns: ['name', 'slug', 'website_url', 'status', 'status_on', 'status_source_url'] },
  products: { noun: 'product', columns: ['name', 'slug', 'vendor_id', 'website_url'] },
}

/** A trigger with transition tables has one event. */
const TRANSITION_TABLES = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

const COMMENT = 'Changes that visitors see are announced to the page caches.'

/** TRUNCATE of these is not announced. */
const UNTRUNCATED = ['availability_reports', 'deal_alerts']

/**
 * Announces changes of what visitors see, so that cached pages are dropped at once. Nothing else is announced: a
 * notification takes a lock that all commits of the server share, and clicks, sessions, drafts and pending items are
 * many. Price points and redirects change only together with their deal.
 */
export async function up(db: Kysely<unknown>) {
  await createFunctions(db)
  await announceTables(db)
  await announceVendorsAndProducts(db)
  await announceAuthors(db)
}

async function createFunctions(db: Kysely<unknown>) {
  await sql`
    create function announce_content_change() returns trigger language plpgsql as $$
    begin
      notify content_changed;
      return null;
    end $$;
    comment on function announce_content_change is 'Notifies every process of the site that public content changed.';

    create function announce_change_of_approved_content() returns trigger language plpgsql as $$
    declare is_public boolean := false;
    begin
      if tg_op <> 'INSERT' then is_public := exists (select from old_rows where status = 'APPROVED'); end if;
      if tg_op <> 'DELETE' then is_public := is_public or exists (select from new_rows where status = 'APPROVED'); end if;
      if is_public then notify content_changed; end if;
      return null;
    end $$;
    comment on function announce_change_of_approved_content is
      'Announces the change if one of the rows is or was approved.';

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
      'Announces the change if one of the deals is or was published.';

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
      'Announces the change if one of the rows is or was part of a published deal.';

    create function announce_purchase_of_reviewer() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and exists (
          select from reviews where deal_id = old.deal_id and user_id = old.user_id and status = 'APPROVED'))
        or (tg_op <> 'DELETE' and exists (
          select from reviews where deal_id = new.deal_id and user_id = new.user_id and status = 'APPROVED')) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_purchase_of_reviewer is
      'Announces the change if the member has an approved review of the deal.';

    create function announce_vendor_answer() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where id in (old.review_id, new.review_id) and status = 'APPROVED')
        or exists (
          select from change_logs where id in (old.change_log_id, new.change_log_id) and verified_at is not null) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_vendor_answer is 'Announces the change if the answer is public.'
  `.execute(db)
}

async function announceTables(db: Kysely<unknown>) {
  for (const [table, announce] of Object.entries(BY_ROW)) {
    await sql
      .raw(`
        create trigger ${table}_announce_changes after insert or update or delete on ${table}
          for each row execute function ${announce}();
        comment on trigger ${table}_announce_changes on ${table} is '${COMMENT}'`)
      .execute(db)
  }
  for (const [table, announce] of Object.entries(BY_STATEMENT)) {
    for (const [event, transitionTables] of Object.entries(TRANSITION_TABLES)) {
      const name = `${table}_announce_${event}s`
      await sql
        .raw(`
          create trigger ${name} after ${event} on ${table} referencing ${transitionTables}
            for each statement execute function ${announce}();
          comment on trigger ${name} on ${table} is '${COMMENT}'`)
        .execute(db)
    }
  }
  const announced = Object.keys({ ...BY_ROW, ...BY_STATEMENT }).filter((table) => !UNTRUNCATED.includes(table))
  for (const table of announced) {
    await sql
      .raw(`
        create trigger ${table}_announce_truncation after truncate on ${table}
          for each statement execute function announce_content_change();
        comment on trigger ${table}_announce_truncation on ${table} is 'TRUNCATE is announced to the page caches.'`)
      .execute(db)
  }
}

async function announceVendorsAndProducts(db: Kysely<unknown>) {
  for (const [table, { noun, columns }] of Object.entries(OF_DEALS)) {
    const rowOf = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
    await sql
      .raw(`
        create function announce_change_of_${noun}() returns trigger language plpgsql as $$
        begin
          if exists (select from deals where ${noun}_id = new.id and published) then
            notify content_changed;
          end if;
          return null;
        end $$;
        comment on function announce_change_of_${noun} is 'Announces the change if the ${noun} has a published deal.';
        create trigger ${table}_announce_changes after update of ${columns} on ${table}
          for each row when (${rowOf('old')} is distinct from ${rowOf('new')})
          execute function announce_change_of_${noun}();
        comment on trigger ${table}_announce_changes on ${table} is '${COMMENT}'`)
      .execute(db)
  }
}

/** Contributions show the name of their author. Deleting the account changes those rows themselves. */
async function announceAuthors(db: Kysely<unknown>) {
  await sql`
    create function announce_change_of_name() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where user_id = new.id and status = 'APPROVED')
        or exists (select from comments where user_id = new.id and status = 'APPROVED')
        or exists (
          select from deal_suggestions join deals on deals.id = deal_suggestions.deal_id
          where deal_suggestions.user_id = new.id and deals.published) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_change_of_name is
      'Announces the change if the profile has approved reviews or comments, or a suggested deal is published.';
    create trigger profiles_announce_names after update of name, has_public_profile, status on profiles
      for each row when ((old.name, old.has_public_profile, old.status)
        is distinct from (new.name, new.has_public_profile, new.status))
      execute function announce_change_of_name();
    comment on trigger profiles_announce_names on profiles is
      'Names of authors with public content, and whether they are links, are announced to the page caches.';

    create function announce_change_of_credit() returns trigger language plpgsql as $$
    begin
      if exists (select from deals where id in (old.deal_id, new.deal_id) and published) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_change_of_credit is 'Announces the change if the suggested deal is published.';
    create trigger deal_suggestions_announce_changes after update of deal_id, user_id on deal_suggestions
      for each row when ((old.deal_id, old.user_id) is distinct from (new.deal_id, new.user_id))
      execute function announce_change_of_credit();
    comment on trigger deal_suggestions_announce_changes on deal_suggestions is
      'Changes that visitors see are announced to the page caches.'
  `.execute(db)
}
