import { type Kysely, sql } from 'kysely'

/** The columns with an amount, and where its currency is. */
const AMOUNTS = {
  deals: { columns: ['original_price', 'deal_price'], currency: sql`amounts.currency` },
  deal_plans: { columns: ['price'], currency: sql`(select currency from deals where id = amounts.deal_id)` },
  deal_price_points: { columns: ['original_price', 'deal_price'], currency: sql`amounts.currency` },
  plan_price_points: { columns: ['price'], currency: sql`amounts.currency` },
  purchases: { columns: ['paid'], currency: sql`amounts.currency` },
  bookmarks: { columns: ['target_price'], currency: sql`(select currency from deals where id = amounts.deal_id)` },
  deal_suggestions: { columns: ['deal_price'], currency: sql`'USD'` },
  // Rows that are checked when they become deals or changes.
  import_staging: { columns: ['original_price', 'deal_price'], currency: sql`amounts.currency` },
  change_staging: { columns: ['price'], currency: sql`amounts.currency` },
}

/** Amounts have the decimals of their currency: none of JPY, two of USD, three of KWD. */
export async function up(db: Kysely<unknown>) {
  const rebuild = await dropBreakEven(db)
  await sql`drop trigger deals_settle_plan_prices on deals`.execute(db)
  for (const [table, { columns }] of Object.entries(AMOUNTS)) {
    for (const column of columns) await widen(db, table, column)
  }
  await rebuild()
  await sql`
    create constraint trigger deals_settle_plan_prices after update of deal_price, currency on deals
      deferrable initially deferred for each row
      when (old.deal_price is distinct from new.deal_price or old.currency <> new.currency)
      execute function settle_plan_prices();
    comment on trigger deals_settle_plan_prices on deals is
      'The deal price is that of a plan, and plans have the currency of the deal.'
  `.execute(db)
  for (const [table, { columns, currency }] of Object.entries(AMOUNTS)) {
    for (const column of columns) await writeInDigits(db, table, column, currency)
  }
}

/** Stores an amount with the decimals that it is given, at most the four of Chile's unit of account. */
async function widen(db: Kysely<unknown>, table: string, column: string) {
  const amount = sql.ref(column)
  await sql`
    alter table ${sql.table(table)}
      drop constraint if exists ${sql.id(`${table}_${column}_check`)},
      alter column ${amount} type numeric,
      add constraint ${sql.id(`${table}_${column}_check`)}
        check (${amount} >= 0 and ${amount} < 10000000 and scale(${amount}) <= 4)`.execute(db)
}

/** ¥4,980 becomes 4980 instead of 4980.00. An amount that the decimals of its currency cannot hold stays as it is. */
async function writeInDigits(db: Kysely<unknown>, table: string, column: string, currency: ReturnType<typeof sql>) {
  const amount = sql.ref(`amounts.${column}`)
  const others = Intl.supportedValuesOf('currency').flatMap((code) => {
    const { maximumFractionDigits: digits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code,
    }).resolvedOptions()
    return digits === 2 ? [] : [{ code, digits }]
  })
  await sql`
    alter table ${sql.table(table)} disable trigger user;
    update ${sql.table(table)} as amounts set ${sql.ref(column)} = round(${amount}, digits)
    from json_to_recordset(${sql.lit(JSON.stringify(others))}::json) as currencies (code text, digits int)
    where code = ${currency} and round(${amount}, digits) = ${amount} and scale(${amount}) <> digits;
    alter table ${sql.table(table)} enable trigger user`.execute(db)
}

/** PostgreSQL changes no type of a column from which another one is generated. Returns how it is generated again. */
async function dropBreakEven(db: Kysely<unknown>) {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'deals'::regclass and pg_get_indexdef(indexrelid) like '%break_even_months%'
    union all
    select pg_get_statisticsobjdef(oid) from pg_statistic_ext
    where stxrelid = 'deals'::regclass and pg_get_statisticsobjdef(oid) like '%break_even_months%'`.execute(db)
  await sql`alter table deals drop column break_even_months cascade`.execute(db)
  return async () => {
    await sql`
      alter table deals add column break_even_months integer generated always as (
        case when original_price > 0 and deal_price > 0 and deal_price_period = 'ONCE' then
          case regular_price_period
            when 'MONTH' then least(ceil(deal_price / original_price), 2147483647)
            when 'YEAR' then least(ceil(deal_price * 12 / original_price), 2147483647)
          end
        end) stored;
      comment on column deals.break_even_months is
        'After how many months of the regular price the deal has paid for itself; null unless the deal is paid once.'
    `.execute(db)
    for (const { definition } of rows) await sql.raw(definition).execute(db)
  }
}
