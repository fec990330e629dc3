import { type Kysely, sql } from 'kysely'

const URL_MAX = 2_048

/** Affiliate links of deals, programs that compose them for many deals, and clicks by the link that they followed. */
export async function up(db: Kysely<unknown>) {
  const checkLength = (column: string, max: number) => sql`char_length(${sql.ref(column)}) <= ${sql.lit(max)}`
  for (const table of ['deals', 'import_staging']) {
    await db.schema
      .alterTable(table)
      .addColumn('affiliate_url', 'text', (col) => col.check(checkLength('affiliate_url', URL_MAX)))
      .execute()
  }
  await db.schema
    .createTable('link_programs')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('name', 'text', (col) => col.notNull().check(sql`char_length(name) between 1 and 100`))
    .addColumn('host', 'text', (col) => col.unique().check(sql`char_length(host) <= 253 and host = lower(host)`))
    .addColumn('platform_id', 'uuid', (col) => col.unique().references('platforms.id').onDelete('cascade'))
    .addColumn('template', 'text', (col) => col.notNull().check(sql`char_length(template) between 1 and 1000`))
    .addColumn('is_active', 'boolean', (col) => col.notNull().defaultTo(true))
    .addColumn('note', 'text', (col) => col.check(checkLength('note', 200)))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('a_program_is_of_a_host_or_a_platform', sql`(host is null) <> (platform_id is null)`)
    .execute()
  await db.schema
    .alterTable('click_events')
    .addColumn('link', 'text', (col) => col.check(checkLength('link', 36)))
    .execute()
  await sql`
    comment on table link_programs is
      'Programs that pay a commission. They compose the link of a deal at the click; lists and sorts never read them.';
    comment on column link_programs.host is 'A host, or the registrable domain of hosts.';
    comment on column link_programs.template is
      'The address with {url}, {raw_url} or {slug}, or parameters that are added to the address of the deal.';
    comment on column deals.affiliate_url is
      'A link to the offer that earns a commission. cta_url stays the plain address, which all checks read.';
    comment on column click_events.link is
      'What earned: "own" for the affiliate link of the deal, the id of a program, or null for the plain address.';
    create trigger link_programs_announce_changes after insert or update or delete on link_programs
      for each statement execute function announce_content_change();
    comment on trigger link_programs_announce_changes on link_programs is
      'Changes that visitors see are announced to the page caches.';
    create trigger link_programs_announce_truncation after truncate on link_programs
      for each statement execute function announce_content_change();
    comment on trigger link_programs_announce_truncation on link_programs is
      'TRUNCATE is announced to the page caches.'
  `.execute(db)
}
