import { toCents } from '~/features/deals/deal'
import { utcToday } from '~/http/utc-day'
import type { PageOffer } from './alert'
import { readHtmlData } from './html-data.server'
import { type ListedOffer, readOffers, readOpenGraphOffers } from './listed-offers'
import { findProduct, type SchemaProduct } from './schema-products'

type VisitedPage = { url: string; html: string }

export type PageContents = {
  schema?: SchemaProduct
  /** All offers of the product, of every kind of data on the page. */
  offers: ListedOffer[]
  meta: Map<string, string[]>
  title: string
}

/** Reads what a page says to machines about its product. Undefined for a page that cannot be followed. */
export function readPage({ url, html }: VisitedPage, today = utcToday()): PageContents | undefined {
  const data = readHtmlData(html)
  if (!data) return undefined
  const jsonLd = findProduct(data.jsonLd, url)
  const microdata = findProduct(data.microdata, url)
  const offers = [
    readOffers(jsonLd?.offers ?? [], 'JSON-LD', today),
    readOffers(microdata?.offers ?? [], 'Microdata', today),
    readOpenGraphOffers(data.meta),
  ]
  return {
    schema: jsonLd ?? microdata,
    offers: offers.flatMap((list) => list ?? []),
    meta: data.meta,
    title: data.title,
  }
}

/** The offer of a page, where there is no doubt which one it is. */
export function findPageOffer({ offers }: PageContents): PageOffer | undefined {
  const availability = availabilityOf(offers)
  const payable = offers.filter(({ isPayable, availability: own }) => isPayable && own !== 'UNAVAILABLE')
  const lowest = lowestOf(payable)
  if (lowest) return { price: lowest.price, currency: lowest.currency, availability, source: lowest.source }
  const [first] = offers
  return first && availability ? { price: null, currency: null, availability, source: first.source } : undefined
}

/** The lowest price, if every offer can be read, all are in one currency, and every kind of data names the same. */
function lowestOf(offers: ListedOffer[]): ListedOffer | undefined {
  if (offers.some(({ isUnclear }) => isUnclear)) return undefined
  const priced = offers.filter(({ price }) => price !== null)
  if (new Set(priced.map(({ currency }) => currency)).size > 1 || priced[0]?.currency === null) return undefined
  const lowest = [...Map.groupBy(priced, ({ source }) => source).values()].map(
    (list) => list.sort((a, b) => toCents(a.price!) - toCents(b.price!))[0]!,
  )
  return new Set(lowest.map(({ price }) => price)).size === 1 ? lowest[0] : undefined
}

/** Unavailable only if nothing that mentions availability says otherwise. */
function availabilityOf(offers: ListedOffer[]): PageOffer['availability'] {
  if (offers.some(({ availability }) => availability === 'AVAILABLE')) return 'AVAILABLE'
  const sources = new Set(offers.filter(({ availability }) => availability).map(({ source }) => source))
  const telling = offers.filter(({ source }) => sources.has(source))
  return telling.length > 0 && telling.every(({ availability }) => availability === 'UNAVAILABLE')
    ? 'UNAVAILABLE'
    : null
}

type Recorded = { price: string | null; currency: string }

/**
 * What the page says otherwise than the record of an open deal. Undefined if the page names the recorded price anywhere,
 * as one of several or within a range, or if it leaves a doubt what its price is.
 */
export function findDifference(page: PageContents, recorded: Recorded): PageOffer | undefined {
  const found = findPageOffer(page)
  if (!found) return undefined
  if (found.availability === 'UNAVAILABLE') return { ...found, price: null, currency: null }
  if (found.price === null || page.offers.some((offer) => includes(offer, recorded))) return undefined
  return found
}

function includes({ price, highest, currency }: ListedOffer, recorded: Recorded) {
  if (price === null || recorded.price === null) return false
  if (currency !== null && currency !== recorded.currency) return false
  const cents = toCents(recorded.price)
  return toCents(price) <= cents && cents <= toCents(highest ?? price)
}
