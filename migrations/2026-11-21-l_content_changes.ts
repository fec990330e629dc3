import { type Kysely, sql } from 'kysely'

/** What of each table visitors see, as a condition on a changed row. */
const PUBLIC = {
  deals: 'changed.published',
  deal_pros_cons: 'exists (select from deals where deals.id = changed.deal_id and published)',
  deal_faqs: 'exists (select from deals where deals.id = changed.deal_id and published)',
  reviews: `changed.status = 'APPROVED'`,
  change_logs: `changed.status = 'APPROVED'`,
  comments: `changed.status = 'APPROVED'`,
  categories: 'true',
  platforms: 'true',
  seo_metadata: 'true',
}
const TRANSITIONS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
  truncate: '',
}

/**
 * Announces changes of what visitors see, so that kept pages can be dropped at once. Nothing else is announced: a
 * notification takes a lock that all of the server's commits share, and clicks, sessions, drafts and pending items are
 * many. Prices and old addresses change only together with their deal.
 */
export async function up(db: Kysely<unknown>) {
  for (const [table, condition] of Object.entries(PUBLIC)) {
    for (const [verb, transition] of Object.entries(TRANSITIONS)) {
      const rows = ['old_rows', 'new_rows'].filter((name) => transition.includes(name))
      const seen = rows.map((name) => `exists (select from ${name} changed where ${condition})`).join(' or ')
      const name = `announce_${verb}_of_${table}`
      await sql
        .raw(`
          create function ${name}() returns trigger language plpgsql as $$
          begin
            if ${seen || 'true'} then notify content_changed; end if;
            return null;
          end $$`)
        .execute(db)
      await sql
        .raw(`
          create trigger ${name} after ${verb} on ${table} ${transition}
          for each statement execute function ${name}()`)
        .execute(db)
    }
  }

  // A name stands beside what its owner wrote. Deleting the account changes those rows themselves.
  await sql`
    create function announce_names() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where user_id = new.id and status = 'APPROVED')
        or exists (select from comments where user_id = new.id and status = 'APPROVED') then
        notify content_changed;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger announce_names after update of name on profiles
    for each row when (old.name is distinct from new.name) execute function announce_names()`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop trigger announce_names on profiles`.execute(db)
  await sql`drop function announce_names`.execute(db)
  for (const table of Object.keys(PUBLIC)) {
    for (const verb of Object.keys(TRANSITIONS)) {
      const name = sql.raw(`announce_${verb}_of_${table}`)
      await sql`drop trigger ${name} on ${sql.table(table)}`.execute(db)
      await sql`drop function ${name}`.execute(db)
    }
  }
}
