import type { PageOffer } from './alert'
import type { HtmlData } from './html-data.server'
import { readCurrency, readPagePrice } from './page-price'
import { isNode, plainValue, type SchemaNode, schemaName, typesOf, valuesOf } from './schema-node'

export type ListedOffer = PageOffer & {
  /** The end of a range of prices; else the price. */
  highest: string | null
  /** Whether it can be read in two ways. */
  isUnclear: boolean
  /** Whether it is a price to pay once and now: no subscription, list price or offer that has ended. */
  isPayable: boolean
}

const AVAILABLE =
  /^(instock|onlineonly|limitedavailability|preorder|presale|backorder|instoreonly|madetoorder|reserved|available|availablefororder)$/
const UNAVAILABLE = /^(outofstock|oos|soldout|discontinued|unavailable)$/
const LIST_PRICE = /^(ListPrice|StrikethroughPrice|SRP|MSRP|MinimumAdvertisedPrice|InvoicePrice)$/
/** Codes of units of time by which something is billed (UN/CEFACT): a day, week, month, quarter, year. */
const BILLING_UNIT = /^(DAY|WEE|MON|QAN|ANN)$/
/** Pages with more of them are price lists. */
const MAX_OFFERS = 100

/** Reads offers of schema.org; undefined for a list that is too long to be about one deal. */
export function readOffers(nodes: SchemaNode[], source: PageOffer['source'], today: string): ListedOffer[] | undefined {
  const offers = nodes.slice(0, MAX_OFFERS + 1).flatMap((node) => readOffer(node, source, today))
  return offers.length > MAX_OFFERS ? undefined : offers
}

function readOffer(node: SchemaNode, source: PageOffer['source'], today: string, around?: SchemaNode): ListedOffer[] {
  const within = around ? [] : valuesOf(node, 'offers').filter(isNode)
  if (within.length > 0)
    return within.slice(0, MAX_OFFERS + 1).flatMap((inner) => readOffer(inner, source, today, node))

  const specified = valuesOf(node, 'priceSpecification').filter(isNode)
  const price = [node, ...specified.filter((part) => !isListPrice(part))].find((part) => priceOf(part) !== undefined)
  const currencies = [price, node, around].map((part) => part && plainValue(part, 'priceCurrency'))
  const stated = readCurrency(currencies.find((currency) => currency !== undefined))
  const lowest = readPagePrice(price && priceOf(price), stated)
  const highest = typesOf(node).includes('AggregateOffer')
    ? readPagePrice(plainValue(node, 'highPrice'), stated)
    : lowest
  return [
    {
      source,
      price: lowest.price,
      highest: highest.price ?? lowest.price,
      currency: lowest.currency,
      isUnclear: lowest.isUnclear || highest.isUnclear,
      isPayable: !specified.some(isRecurring) && !hasEnded(node, today),
      availability: readAvailability(plainValue(node, 'availability')),
    },
  ]
}

const priceOf = (node: SchemaNode) => plainValue(node, 'price') ?? plainValue(node, 'lowPrice')

const isListPrice = (part: SchemaNode) => LIST_PRICE.test(schemaName(String(plainValue(part, 'priceType') ?? '')))

function isRecurring(part: SchemaNode) {
  const quantity = valuesOf(part, 'referenceQuantity').filter(isNode)
  const units = [part, ...quantity].map((node) => String(plainValue(node, 'unitCode') ?? ''))
  return (
    part.billingDuration !== undefined ||
    part.billingIncrement !== undefined ||
    units.some((unit) => BILLING_UNIT.test(unit))
  )
}

function hasEnded(node: SchemaNode, today: string) {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(plainValue(node, 'priceValidUntil') ?? ''))?.[0]
  return day !== undefined && day < today
}

function readAvailability(value: unknown): PageOffer['availability'] {
  const word = schemaName(String(value ?? ''))
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (AVAILABLE.test(word)) return 'AVAILABLE'
  return UNAVAILABLE.test(word) ? 'UNAVAILABLE' : null
}

/** The offers of OpenGraph: one for each price, with the currency at the same position. */
export function readOpenGraphOffers(meta: HtmlData['meta']): ListedOffer[] {
  const listOf = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? []
  const prices = listOf('product:sale_price:amount', 'product:price:amount', 'og:price:amount')
  const currencies = listOf('product:sale_price:currency', 'product:price:currency', 'og:price:currency')
  const availability = readAvailability(listOf('product:availability', 'og:availability')[0])
  if (prices.length > MAX_OFFERS) return []
  const stated = prices.length > 0 ? prices : availability ? [''] : []
  return stated.map((text, index) => {
    const read = readPagePrice(text, readCurrency(currencies[index]))
    return { ...read, highest: read.price, isPayable: true, availability, source: 'OpenGraph' }
  })
}
