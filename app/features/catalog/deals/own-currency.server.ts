import { z } from 'zod'
import { readForeignPrice } from '~/http/foreign-values.server'
import { priceWithCurrency } from './price-parser'

const PRICES = ['original_price', 'deal_price', 'price', 'paid', 'target']

/** Gives the prices of a form, also those in its rows, the currency of its field `currency`, which they may name themselves. */
export function inOwnCurrency<Form extends z.ZodType>(form: Form) {
  return z.preprocess((fields) => {
    const { currency } = isRecord(fields) ? fields : {}
    return withCurrency(fields, typeof currency === 'string' && currency.trim() ? currency : 'USD')
  }, form)
}

function withCurrency(value: unknown, currency: string, name = ''): unknown {
  if (typeof value === 'string') {
    if (PRICES.includes(name)) return priceWithCurrency(readForeignPrice(value).value, currency)
    return name === 'plans' ? plansWithCurrency(value, currency) : value
  }
  if (Array.isArray(value)) return value.map((row) => withCurrency(row, currency))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([part, given]) => [part, withCurrency(given, currency, part)]))
}

/** The cell of a CSV file, "Tier 1:$59:1|Tier 2:$118:2", in which the second part of each plan is its price. */
function plansWithCurrency(cell: string, currency: string) {
  let part = 0
  return cell.replace(/\\.|[|:]|[^\\|:]+/gs, (text) => {
    if (text === '|') part = 0
    else if (text === ':') part++
    return part === 1 && text !== ':' ? priceWithCurrency(text, currency) : text
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
