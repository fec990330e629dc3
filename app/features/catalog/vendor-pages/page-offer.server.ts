import { inDigits, readAmount, signOf, withoutCurrency } from '~/features/catalog/deals/price-parser'
import { utcToday } from '~/http/utc-day'
import { digitsOf, toParts } from '~/ui/money'
import type { PageData } from './page-data.server'
import { nodesOf, type SchemaNode, schemaName, textOf, typesOf, valuesOf } from './schema-node'

/** An offer in the schema.org or OpenGraph data of a page. The price is decimal text, as in `deals`. */
export type PageOffer = {
  price: string | null
  /** Three letters (ISO 4217); null where the page names none. */
  currency: string | null
  availability: 'AVAILABLE' | 'UNAVAILABLE' | null
  /** Where it was found, in words for staff. */
  source: 'JSON-LD' | 'OpenGraph'
}

/** Whether two visits found the same offer. Its source on the page does not matter. */
export function isSameOffer(one: PageOffer, other: PageOffer) {
  return one.price === other.price && one.currency === other.currency && one.availability === other.availability
}

type ListedOffer = PageOffer & {
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
/** Pages with more offers are price lists. */
const MAX_OFFERS = 100

/** All offers of the page's product, in JSON-LD and OpenGraph. */
export function listPageOffers({ offers, meta }: PageData, today = utcToday()): ListedOffer[] {
  const listed = offers.slice(0, MAX_OFFERS + 1).flatMap((offer) => readOffers(offer, today))
  return [...(listed.length > MAX_OFFERS ? [] : listed), ...readOpenGraphOffers(meta)]
}

/** An offer, or the offers within an aggregate offer. */
function readOffers(offer: SchemaNode, today: string): ListedOffer[] {
  const within = nodesOf(offer, 'offers').slice(0, MAX_OFFERS + 1)
  return within.length > 0
    ? within.map((inner) => readOffer(inner, today, textOf(offer, 'priceCurrency')))
    : [readOffer(offer, today)]
}

function readOffer(offer: SchemaNode, today: string, outerCurrency = ''): ListedOffer {
  const specified = nodesOf(offer, 'priceSpecification')
  const payable = specified.filter((part) => !LIST_PRICE.test(schemaName(textOf(part, 'priceType'))))
  const priced = [offer, ...payable].find((part) => priceOf(part) !== undefined)
  const currency = readCurrency(textOf(priced, 'priceCurrency') || textOf(offer, 'priceCurrency') || outerCurrency)
  const lowest = readPagePrice(priced && priceOf(priced), currency)
  const highest = typesOf(offer).includes('AggregateOffer')
    ? readPagePrice(textOf(offer, 'highPrice'), currency)
    : lowest
  const [validUntil] = /^\d{4}-\d{2}-\d{2}/.exec(textOf(offer, 'priceValidUntil')) ?? []
  return {
    source: 'JSON-LD',
    price: lowest.price,
    highest: highest.price ?? lowest.price,
    currency: lowest.currency,
    isUnclear: lowest.isUnclear || highest.isUnclear,
    isPayable: !specified.some(isRecurring) && !(validUntil !== undefined && validUntil < today),
    availability: readAvailability(textOf(offer, 'availability')),
  }
}

const priceOf = (node: SchemaNode) => valuesOf(node, 'price')[0] ?? valuesOf(node, 'lowPrice')[0]

function isRecurring(part: SchemaNode) {
  const units = [part, ...nodesOf(part, 'referenceQuantity')].map((node) => textOf(node, 'unitCode'))
  return Boolean(part.billingDuration ?? part.billingIncrement) || units.some((unit) => BILLING_UNIT.test(unit))
}

function readAvailability(text: string): PageOffer['availability'] {
  const word = schemaName(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (AVAILABLE.test(word)) return 'AVAILABLE'
  return UNAVAILABLE.test(word) ? 'UNAVAILABLE' : null
}

/** One offer for each price of OpenGraph, with the currency at the same position. */
function readOpenGraphOffers(meta: PageData['meta']): ListedOffer[] {
  const listOf = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean) ?? []
  const prices = listOf('product:sale_price:amount', 'product:price:amount', 'og:price:amount')
  const currencies = listOf('product:sale_price:currency', 'product:price:currency', 'og:price:currency')
  const availability = readAvailability(listOf('product:availability', 'og:availability')[0] ?? '')
  if (prices.length > MAX_OFFERS) return []
  const texts = prices.length > 0 ? prices : availability ? [''] : []
  return texts.map((text, index) => {
    const read = readPagePrice(text, readCurrency(currencies[index]))
    return { ...read, highest: read.price, isPayable: true, availability, source: 'OpenGraph' }
  })
}

/** The offer of a page, if only one can be meant. */
export function findPageOffer(offers: ListedOffer[]): PageOffer | undefined {
  const availability = availabilityOf(offers)
  const lowest = lowestOf(offers.filter((offer) => offer.isPayable && offer.availability !== 'UNAVAILABLE'))
  if (lowest) return { price: lowest.price, currency: lowest.currency, availability, source: lowest.source }
  const [first] = offers
  return first && availability ? { price: null, currency: null, availability, source: first.source } : undefined
}

/** The lowest price, if every offer can be read, all are in one currency, and JSON-LD and OpenGraph agree. */
function lowestOf(offers: ListedOffer[]): ListedOffer | undefined {
  const priced = offers.filter(({ price }) => price !== null)
  if (offers.some(({ isUnclear }) => isUnclear) || priced[0]?.currency === null) return undefined
  if (new Set(priced.map(({ currency }) => currency)).size > 1) return undefined
  const lowest = [...Map.groupBy(priced, ({ source }) => source).values()].map(
    (list) => list.sort((a, b) => toParts(a.price!) - toParts(b.price!))[0]!,
  )
  return new Set(lowest.map(({ price }) => price)).size === 1 ? lowest[0] : undefined
}

/** Unavailable only if every offer of a source that mentions availability is. */
function availabilityOf(offers: ListedOffer[]): PageOffer['availability'] {
  if (offers.some(({ availability }) => availability === 'AVAILABLE')) return 'AVAILABLE'
  const sources = new Set(offers.filter(({ availability }) => availability).map(({ source }) => source))
  const comparable = offers.filter(({ source }) => sources.has(source))
  return comparable.length > 0 && comparable.every(({ availability }) => availability) ? 'UNAVAILABLE' : null
}

type Recorded = { price: string | null; currency: string; isSubscription?: boolean }

/**
 * How the page differs from the record of an open deal. Undefined if the page names the recorded price anywhere, as one
 * of several or within a range, or if its price is not certain. The price of a subscription is not compared, because
 * recurring prices on pages are not read.
 */
export function findDifference(page: PageData, recorded: Recorded, today = utcToday()): PageOffer | undefined {
  const offers = listPageOffers(page, today)
  const found = findPageOffer(offers)
  if (found?.availability === 'UNAVAILABLE') return { ...found, price: null, currency: null }
  if (!found?.price || recorded.isSubscription || offers.some((offer) => includes(offer, recorded))) return undefined
  return found
}

/** Whether the page has an offer at exactly the recorded price, as one that can be bought. */
export function hasRecordedPrice(page: PageData, recorded: Recorded, today = utcToday()) {
  return listPageOffers(page, today).some(
    (offer) =>
      offer.availability !== 'UNAVAILABLE' &&
      (offer.isPayable || recorded.isSubscription) &&
      includes({ ...offer, highest: offer.price }, recorded),
  )
}

function includes({ price, highest, currency }: ListedOffer, recorded: Recorded) {
  if (price === null || recorded.price === null) return false
  if (currency !== null && currency !== recorded.currency) return false
  const parts = toParts(recorded.price)
  return toParts(price) <= parts && parts <= toParts(highest ?? price)
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
/** Longer text is not a price. */
const LONGEST = 40

type PagePrice = { price: string | null; currency: string | null; isUnclear: boolean }

const NO_PRICE: PagePrice = { price: null, currency: null, isUnclear: false }
const UNCLEAR: PagePrice = { price: null, currency: null, isUnclear: true }

/**
 * Parses the price of an offer on a web page into decimal text. Unclear is whatever can be read in two ways: "1.299" has
 * three decimals or thousands, and "$49" in an offer in euros is wrong in one of the two. A price of zero is none:
 * shops write it for trials, for free plans and for prices on request.
 */
export function readPagePrice(value: unknown, offerCurrency: string | null): PagePrice {
  if (typeof value !== 'string' && typeof value !== 'number') return NO_PRICE
  const text = String(value).replace(/\s+/g, ' ').trim()
  if (text === '') return NO_PRICE
  if (text.length > LONGEST) return UNCLEAR
  const currency = currencyIn(text, offerCurrency)
  if (currency === undefined) return UNCLEAR

  const bare = withoutCurrency(text)
  const digits = digitsOf(currency ?? '')
  const { whole = '', decimals = '' } = (isTwofold(bare, digits) ? undefined : readAmount(bare)) ?? {}
  if (whole === '' || /[1-9]/.test(decimals.slice(digits))) return UNCLEAR
  const price = inDigits({ whole, decimals: decimals.slice(0, digits) }, currency ?? '')
  if (price === undefined) return UNCLEAR
  return toParts(price) === 0 ? NO_PRICE : { price, currency, isUnclear: false }
}

/**
 * Whether three digits behind a mark may be thousands or decimals. The data of pages has a point before decimals, and a
 * comma separates thousands where the currency has no decimals.
 */
function isTwofold(amount: string, digits: number) {
  const [, mark] = /^\d{1,3}([.,])\d{3}$/.exec(amount) ?? []
  return mark === ',' ? digits !== 0 : mark === '.' && digits !== 3
}

/** The code of a currency in capitals; null for anything else, such as a sign that several currencies share. */
export function readCurrency(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : ''
  if (text === '€') return 'EUR'
  return CURRENCIES.has(text) ? text : null
}

/** The currency of a price: that of its offer, else the one in its text; undefined if the two differ. */
function currencyIn(text: string, offerCurrency: string | null) {
  const sign = /\p{Sc}/u.exec(text)?.[0]
  const code = readCurrency(sign ?? /[a-z]{3}/i.exec(text)?.[0])
  if (offerCurrency === null || code === offerCurrency) return code
  return code === null && (!sign || signOf(offerCurrency, 'narrowSymbol').includes(sign)) ? offerCurrency : undefined
}
