import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { FILLABLE, type Fillable, type StatedExample } from './csv-import'
import { readCode, readDiscount } from './stated-offer'

/** A file with deals in the staging table, with the columns that it has. */
type Staged = { importId: string; present: ReadonlySet<string> }

const EXAMPLES = 10
/** The characters of an example before and after the words that were read. */
const CONTEXT = 30

type Texts = { title: string; summary: string | null; description: string | null }

const textOf = ({ title, summary, description }: Texts) => [title, summary, description].filter(Boolean).join('\n')

/** What the texts of a deal state, for the staging table. */
export function statedOffer(deal: Texts) {
  const text = textOf(deal)
  return { stated_discount: readDiscount(text)?.value ?? null, stated_code: readCode(text)?.value ?? null }
}

const STATED = { discount_percent: 'stated_discount', coupon_code: 'stated_code' } as const
const READERS = { discount_percent: readDiscount, coupon_code: readCode }

const lacksPrice = sql`and (coalesce(staged.deal_price, existing.deal_price) is null
  or coalesce(staged.original_price, existing.original_price) is null)`

/** Whether the text of a staged row can fill an empty field. With both prices the saving is computed. */
function canFill(column: Fillable, isInFile: boolean) {
  const isEmpty = isInFile ? sql`true` : sql`existing.${sql.ref(column)} is null`
  return sql<SqlBool>`staged.${sql.ref(STATED[column])} is not null and staged.${sql.ref(column)} is null and ${isEmpty}
    ${column === 'discount_percent' ? lacksPrice : sql``}`
}

/** For each field that texts can fill: how many rows, and the first ten of them. */
export async function findStated({ importId, present }: Staged) {
  const found = FILLABLE.map(async (column) => {
    const { rows } = await sql<Texts & { total: number; row: number }>`
      select count(*) over () as total, staged."row", staged.title, staged.summary, staged.description
      from import_staging staged left join deals existing using (slug)
      where import_id = ${importId} and ${canFill(column, present.has(column))}
      order by staged."row" limit ${EXAMPLES}`.execute(db)
    return { column, count: rows[0]?.total ?? 0, examples: rows.map((row) => quote(row, column)) }
  })
  return (await Promise.all(found)).filter(({ count }) => count > 0)
}

function quote(row: Texts & { row: number }, column: Fillable): StatedExample {
  const text = textOf(row)
  const { value, start, end } = READERS[column](text)!
  const line = (part: string) => part.replace(/\s+/g, ' ')
  return {
    row: row.row,
    before: (start > CONTEXT ? '…' : '') + line(text.slice(Math.max(start - CONTEXT, 0), start)),
    words: line(text.slice(start, end)),
    after: line(text.slice(end, end + CONTEXT)) + (text.length > end + CONTEXT ? '…' : ''),
    value: column === 'discount_percent' ? `${value}%` : value,
  }
}

/**
 * Fills empty fields of the staged rows from their texts. A file without the column gets it, with the present value of
 * the deals that it does not fill.
 */
export async function fillStated(trx: Trx, { importId, present }: Staged, columns: readonly Fillable[]) {
  if (columns.length === 0) return
  await sql`set local statement_timeout = '60s'`.execute(trx)
  for (const column of columns) {
    const field = sql.ref(column)
    const isInFile = present.has(column)
    await sql`
      update import_staging set ${field} = staged.${sql.ref(STATED[column])}
      from import_staging staged left join deals existing using (slug)
      where staged.import_id = ${importId} and import_staging.import_id = ${importId}
        and import_staging."row" = staged."row" and ${canFill(column, isInFile)}`.execute(trx)
    if (isInFile) continue
    await sql`
      update import_staging set ${field} = deals.${field} from deals
      where import_id = ${importId} and deals.slug = import_staging.slug and import_staging.${field} is null`.execute(
      trx,
    )
    await sql`update imports set header = header || ${[column]}::text[] where id = ${importId}`.execute(trx)
  }
}
