import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { formatCount, pluralize } from '~/ui/pluralize'
import type { WrittenFile } from './compare-deals.server'
import type { RowWarnings } from './import-options'
import { DEAL_TYPES, incomingRows } from './import-rows.server'

/** The most rows to list in a warning. */
const NAMED_ROWS = 10

/** Problems of rows that do not prevent the import. */
export async function findRowWarnings(trx: Trx, file: WrittenFile): Promise<RowWarnings> {
  const { importId, present } = file
  const stated = (column: 'original_price' | 'deal_price' | 'regular_price_period' | 'deal_price_period') =>
    sql.ref(present.has(column) ? `incoming.${column}` : `deals.${column}`)
  // Unless a price is paid again and again. What is missing in the file is that of the existing deal.
  const isOverpriced = sql`${stated('deal_price')} > ${stated('original_price')}
    and coalesce(${stated('regular_price_period')}, 'ONCE') = 'ONCE' and coalesce(${stated('deal_price_period')}, 'ONCE') = 'ONCE'`
  const { rows } = await sql<RowWarnings>`
    select ${rowsWith(isOverpriced)} as overpriced, ${rowsWith(sql`incoming.leaves_out_discount`)} as discounted,
      ${rowsWith(sql`incoming.credits_others`)} as tracking
    from ${incomingRows({ importId }, TYPES)} as incoming left join deals using (slug)`.execute(trx)
  return rows[0]!
}

const TYPES = Object.fromEntries(
  [
    ...['original_price', 'deal_price', 'regular_price_period', 'deal_price_period'],
    ...['leaves_out_discount', 'credits_others'],
  ].map((column) => [column, DEAL_TYPES[column]!]),
)

const rowsWith = (condition: RawBuilder<unknown>) => sql`
  jsonb_build_object('count', count(*) filter (where ${condition}), 'rows', coalesce(
    to_jsonb((array_agg("row" order by "row") filter (where ${condition}))[1:${sql.lit(NAMED_ROWS)}]), '[]'))`

/** One sentence for each kind, without a full stop: "3 deals have a price above their original price (rows 2, 5, 9)". */
export function describeRowWarnings(found: RowWarnings | undefined) {
  const warnings: string[] = []
  if (!found) return warnings
  const { overpriced, discounted, tracking } = found
  if (overpriced.count > 0) {
    const subject = pluralize(overpriced.count, 'deal')
    const words = overpriced.count === 1 ? 'has a price above its' : 'have a price above their'
    warnings.push(`${subject} ${words} original price (${formatRows(overpriced.rows, overpriced.count)})`)
  }
  if (discounted.count > 0) {
    const subject = `The discount of ${pluralize(discounted.count, 'deal')} is left out`
    const rows = formatRows(discounted.rows, discounted.count)
    warnings.push(`${subject}: both prices are given, the saving is computed (${rows})`)
  }
  if (tracking.count > 0) {
    const subject = `${pluralize(tracking.count, 'link')} in cta_url may earn someone else a commission`
    const rows = formatRows(tracking.rows, tracking.count)
    warnings.push(
      `${subject}, because of the network, link shortener or partner in it (${rows}). Put the plain address into cta_url, and a link that earns for us into affiliate_url`,
    )
  }
  return warnings
}

function formatRows(rows: number[], count: number) {
  return `${count === 1 ? 'row' : 'rows'} ${formatList(rows.map(String), count)}`
}

/** "a, b and 3 more" */
export function formatList(first: string[], count: number) {
  const rest = count - first.length
  return first.join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '')
}
