import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { AffectsOwners } from '~/db/schema'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { CHANGE_KIND_LABELS, CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { address, choice, currency, day, line, optional, paragraphs, required } from '~/http/fields.server'
import { ValueError } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { shorten } from '~/ui/shorten'
import type { ChangeColumn, ColumnError, RowErrors } from './csv-import'

/** A valid row of a file with changes. */
export type IncomingChange = Omit<z.infer<typeof changeRow>, 'currency' | 'deal_slug' | 'date'> & {
  row: number
  slug: string
  effective_on: string
  deal_id: string
  currency: string
  /** The new price, of a change of price. */
  price: string | null
}

const AFFECTS: Record<AffectsOwners, string> = { YES: 'yes', NO: 'no', UNKNOWN: 'unknown' }
const { title, description, value } = CHANGE_LOG_LIMITS

const changeRow = z
  .object({
    deal_slug: required('deal_slug', line(200)),
    kind: required('kind', choice(CHANGE_KIND_LABELS)),
    title: optional('title', line(title), ''),
    description: optional('description', paragraphs(description), ''),
    date: required('date', (submitted) =>
      day(submitted) === submitted
        ? submitted
        : new ValueError(`“${shorten(submitted, 40)}” is not a day. Write it as 2019-11-29`),
    ).refine((date) => date <= utcToday(), 'date is in the future.'),
    old_value: optional('old_value', line(value), null),
    new_value: optional('new_value', line(value), null),
    currency: optional('currency', currency, null),
    affects_owners: optional('affects_owners', choice(AFFECTS), 'UNKNOWN'),
    source_url: optional('source_url', address, null),
  })
  .transform((row, context) => {
    const isPrice = row.kind === 'PRICE'
    if (!isPrice && !row.title && !row.description) issue('title', 'title is empty.')
    if (isPrice && row.new_value === null)
      issue('new_value', 'new_value is empty. A change of price needs the new one.')
    for (const column of isPrice ? (['old_value', 'new_value'] as const) : []) {
      const amount = row[column] === null ? null : priceIn(row.currency ?? '')(row[column])
      if (amount instanceof ValueError) issue(column, `${column} “${shorten(row[column]!, 40)}” is not an amount.`)
      else row[column] = amount
    }
    return row

    function issue(path: ChangeColumn, message: string) {
      context.addIssue({ code: 'custom', path: [path], message })
    }
  })

/** Validates the rows of one file in their order, a batch at a time, and compares them with those before. */
export class ChangeChecker {
  /** The row of each change, and of the price of each deal and day. */
  #rows = new Map<string, number>()
  #currencies = new Map<string, { row: number; currency: string }>()

  async check(rows: ChangeRow[]): Promise<(IncomingChange | RowErrors)[]> {
    const slugs = rows.flatMap(({ cells }) => cells.deal_slug?.trim() || [])
    const deals = await findDeals(slugs)
    await this.#readCurrencies([...deals.values()].map(({ id }) => id))
    return rows.map((row) => this.#checkRow(row, deals))
  }

  #checkRow({ row, cells }: ChangeRow, deals: Map<string, Deal>) {
    const slug = cells.deal_slug?.trim() ?? ''
    const deal = deals.get(slug)
    const parsed = changeRow.safeParse({ ...cells, currency: cells.currency?.trim() || deal?.currency })
    const errors: ColumnError[] = (parsed.error?.issues ?? []).map(({ path, message }) => ({
      column: String(path[0]),
      message,
    }))
    if (slug && !deal) {
      const message = `deal_slug “${shorten(slug, 60)}” is not a deal.`
      errors.unshift({ column: 'deal_slug', message, cause: 'deal_slug is not a deal.' })
    }
    if (!parsed.success || !deal) return { row, errors }

    const change = describeChange(parsed.data, deal, row)
    const error = this.#findEarlier(change) ?? this.#findOtherCurrency(change)
    return error ? { row, errors: [error] } : change
  }

  #findEarlier({
    row,
    deal_id,
    kind,
    effective_on,
    old_value,
    new_value,
    ...words
  }: IncomingChange): ColumnError | undefined {
    const key = JSON.stringify([deal_id, kind, effective_on, words.title, words.description, old_value, new_value])
    const earlier = this.#rows.get(key)
    if (earlier !== undefined)
      return {
        column: 'row',
        message: `The row is the same as row ${earlier}.`,
        cause: 'The row is the same as an earlier one.',
      }
    this.#rows.set(key, row)
    return undefined
  }

  #findOtherCurrency({ row, deal_id, kind, effective_on: date, currency }: IncomingChange): ColumnError | undefined {
    if (kind !== 'PRICE') return undefined
    const other = this.#currencies.get(`${deal_id} ${date}`)
    if (other && other.currency !== currency) {
      const where = other.row > 0 ? `in row ${other.row}` : 'on record'
      const message = `currency is ${currency}, but the price of ${formatDate(date)} ${where} is in ${other.currency}.`
      return { column: 'currency', message }
    }
    this.#currencies.set(`${deal_id} ${date}`, { row, currency })
    return undefined
  }

  /** The prices on record, without those that rows of this file will have. */
  async #readCurrencies(dealIds: string[]) {
    const { rows } = await sql<{ key: string; currency: string }>`
      select distinct deal_id || ' ' || (recorded_at at time zone 'UTC')::date as key, currency
      from deal_price_points where deal_id = any(${[...new Set(dealIds)]}::uuid[])`.execute(db)
    for (const { key, currency } of rows)
      if (!this.#currencies.has(key)) this.#currencies.set(key, { row: 0, currency })
  }
}

type ChangeRow = { row: number; cells: Partial<Record<ChangeColumn, string>> }
type Deal = { id: string; currency: string }

/** By their slugs, or former ones that no other deal has now. */
async function findDeals(slugs: string[]) {
  const { rows } = await sql<Deal & { slug: string }>`
    select distinct on (slug) slug, id, currency
    from (
      select slug, id, currency, false as is_former from deals where slug = any(${slugs}::text[])
      union all
      select deal_redirects.slug, deals.id, currency, true from deal_redirects join deals on deals.id = deal_id
      where deal_redirects.slug = any(${slugs}::text[])
    ) as found
    order by slug, is_former`.execute(db)
  return new Map(rows.map(({ slug, ...deal }) => [slug, deal]))
}

/**
 * A change of price describes itself; otherwise one of title and description stands for the other. A bare amount is read
 * in the currency of the deal, so those in another one are stored with their sign.
 */
function describeChange(parsed: z.infer<typeof changeRow>, deal: Deal, row: number): IncomingChange {
  const currency = parsed.currency ?? deal.currency
  const { deal_slug: slug, date: effective_on, ...stated } = parsed
  const change = { ...stated, slug, effective_on, row, deal_id: deal.id, currency, price: null }
  if (parsed.kind !== 'PRICE') return withWords(change, parsed.description)
  const { old_value, new_value: price } = parsed
  const money = (amount: string | null) => amount && formatMoney(amount, currency)
  const words = old_value ? `Price changed from ${money(old_value)} to ${money(price)}` : `Price set to ${money(price)}`
  const values = currency === deal.currency ? {} : { old_value: money(old_value), new_value: money(price) }
  return withWords({ ...change, ...values, price }, words)
}

function withWords<Change extends { title: string; description: string }>(change: Change, words: string): Change {
  const named = change.title || shorten(words, title)
  return { ...change, title: named, description: change.description || named }
}
