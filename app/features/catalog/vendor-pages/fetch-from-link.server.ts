import { data } from '@remix-run/node'
import { Parser } from 'htmlparser2'
import { dealFieldSpec } from '~/features/catalog/deals/deal-fields'
import type { DealFormResult } from '~/features/catalog/deals/editor/deal-draft'
import { DEAL_LISTS, filledForm } from '~/features/catalog/deals/editor/editor-steps.server'
import { findIntermediary } from '~/features/catalog/links/tracking-link'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit, LIMITS } from '~/features/people/limits/limits.server'
import { fetchPage, htmlOf } from '~/http/fetch-page.server'
import { address, line } from '~/http/fields.server'
import { returnedForm } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { FAILURE_WORDS, type Network } from '~/http/network.server'
import { retryAfterHeader } from '~/http/responses.server'
import { pluralize } from '~/ui/pluralize'
import { type PageData, readPageData } from './page-data.server'
import { findPageOffer, listPageOffers } from './page-offer.server'
import { nameIn, nodesOf, type SchemaNode, textOf } from './schema-node'

const LIMIT = 'page read by account'

/** The fields that a page can fill. */
const FETCHED_FIELDS = ['title', 'vendor_name', 'summary', 'hero_image_url', 'deal_price', 'currency'] as const
type FetchedField = (typeof FETCHED_FIELDS)[number]
type FetchedValues = Partial<Record<FetchedField, string>>

/** The error of the link's field when no page was read. */
class Unread {
  constructor(
    readonly message: string,
    readonly init: { status: number; headers?: Record<string, string> } = { status: 400 },
  ) {}
}

const SILENT = new Set(['time-out', 'no answer'])
const didNotAnswer = (host: string) => new Unread(`${host} did not answer. Try again, or fill in the fields.`)
const unreadable = (reason: string) => new Unread(`We could not read this page: ${reason}.`)

/**
 * Responds to "Fetch from link" with the submitted form, its empty fields filled from the page behind the link. Nothing
 * is saved.
 */
export async function fetchFromLink(request: Request, user: { id: string }, network?: Network) {
  const form = await readForm(request, DEAL_LISTS)
  const read = await readLink(form.get('cta_url')?.trim() ?? '', user, network)
  if (read instanceof Unread) {
    return data<DealFormResult>(returnedForm(form, { cta_url: [read.message] }), read.init)
  }
  const { host, values: found } = read
  const values = chooseEmpty(form, found)
  const filled = FETCHED_FIELDS.flatMap((field) => (values[field] === undefined ? [] : (NAMES[field] ?? [])))
  const fetched =
    filled.length > 0
      ? {
          title: `Filled from ${host}`,
          text: `${capitalize(AND.format(filled))}. Please check ${filled.length === 1 ? 'it' : 'them'}.`,
        }
      : { title: 'Nothing to fill', text: `Everything that ${host} states is entered already.` }
  return data<DealFormResult>({ ...filledForm(form, values), fetched })
}

/** A currency comes with its price. */
const NAMES: Partial<Record<FetchedField, string>> = {
  title: 'title',
  vendor_name: 'vendor',
  summary: 'summary',
  hero_image_url: 'picture',
  deal_price: 'price',
}
const AND = new Intl.ListFormat('en-US')
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

async function readLink(link: string, user: { id: string }, network: Network | undefined) {
  if (link === '') return new Unread('Enter the link first.')
  const parsed = address(link)
  if (typeof parsed !== 'string') return new Unread(`CTA URL ${parsed.words}.`)
  // A network would count the visit as a click, and a short link may lead to one.
  const { kind } = findIntermediary(parsed) ?? {}
  if (kind === 'network') return new Unread('This is a tracking link. Store it as the affiliate link first.')
  if (kind === 'shortener') return new Unread('This is a short link. Enter the address that it leads to.')
  const wait = await consumeRateLimit(LIMIT, user.id)
  if (wait) {
    const message = `You can read ${pluralize(LIMITS[LIMIT].points, 'page')} a day. Try again in ${formatWait(wait)}.`
    return new Unread(message, { status: 429, headers: retryAfterHeader(wait) })
  }

  const { page, failure } = await fetchPage(parsed, { network })
  const { hostname: host } = new URL(page?.url ?? parsed)
  if (!page) return SILENT.has(failure) ? didNotAnswer(host) : unreadable(FAILURE_WORDS[failure])
  if (page.status < 200 || page.status > 299) return unreadable(`it answered with the error ${page.status}`)
  const html = htmlOf(page)
  if (html === undefined) return unreadable('it is not a web page')
  const values = readValues({ url: page.url, html })
  return values ? { host, values } : new Unread(`${host} states nothing we can read. Please fill in the fields.`)
}

function readValues(page: { url: string; html: string }): FetchedValues | undefined {
  const data = readPageData(page)
  if (!data) return undefined
  const { price, currency } = findPageOffer(listPageOffers(data)) ?? {}
  const values = { ...describeProduct(data, page.url), ...(price && currency && { deal_price: price, currency }) }
  return Object.keys(values).length > 0 ? values : undefined
}

/**
 * The page's values for empty fields. A currency belongs to its price: it is only the default beside an empty price, and
 * it does not change beside an entered original price.
 */
function chooseEmpty(form: URLSearchParams, found: FetchedValues): FetchedValues {
  const entered = (field: string) => form.get(field)?.trim() ?? ''
  const isSameCurrency = entered('currency').toUpperCase() === found.currency
  const isCurrencyOpen = entered('currency') === '' || entered('original_price') === ''
  const isPriceOpen = entered('deal_price') === '' && (isSameCurrency || isCurrencyOpen)
  const isOpen = (field: FetchedField) => {
    if (field === 'deal_price') return isPriceOpen
    return field === 'currency' ? isPriceOpen && !isSameCurrency : entered(field) === ''
  }
  const fields = FETCHED_FIELDS.filter((field) => found[field] !== undefined && isOpen(field))
  return Object.fromEntries(fields.map((field) => [field, found[field]]))
}

type TextField = 'title' | 'vendor_name' | 'summary' | 'hero_image_url'

/** Properties that name the maker of a product, most reliable first, then those that name its seller. */
const MAKERS = ['brand', 'manufacturer', 'publisher', 'creator', 'author', 'provider']

/** Longer texts are cut before they are parsed. */
const MAX_SOURCE = 5_000
const HIDDEN = new Set(['script', 'style', 'template'])
// Format characters reorder what follows, control characters are rejected by every form.
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Co}\u2800]+/gu

/** What a page says about its product in words, within the limits of the deal's fields. */
function describeProduct(page: PageData, pageUrl: string): Partial<Record<TextField, string>> {
  const { product = {}, offers, meta, title } = page
  const metaOf = (...names: string[]) => names.map((name) => meta.get(name)?.[0])
  const [brand, ...makers] = MAKERS.map((property) => nameIn(product, property))
  const seller = offers[0] && nameIn(offers[0], 'seller')
  return withoutEmpty({
    title: firstText('title', [nameIn(product, 'name'), ...metaOf('og:title', 'twitter:title'), title]),
    vendor_name: firstText('vendor_name', [brand, seller, ...makers, ...metaOf('og:site_name')]),
    summary: firstText('summary', [
      nameIn(product, 'description'),
      ...metaOf('og:description', 'description', 'twitter:description'),
    ]),
    hero_image_url: firstAddress(
      [imageOf(product), ...metaOf('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image')],
      pageUrl,
    ),
  })
}

function firstText(field: TextField, candidates: (string | undefined)[]) {
  const max = dealFieldSpec(field).max!
  for (const candidate of candidates) {
    const text = candidate && line(max)(cut(plainText(candidate), max))
    if (typeof text === 'string' && text !== '') return text
  }
}

/** A text of a web page on one line, without tags, hidden elements and invisible characters. */
function plainText(source: string): string {
  let text = ''
  let hiddenDepth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hiddenDepth++
      text += ' '
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hiddenDepth--
    },
  })
  parser.end(source.slice(0, MAX_SOURCE))
  return text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
}

/** Cuts at the end of a word if there is one, and never within a character. */
function cut(text: string, max: number) {
  const characters = [...text]
  if (characters.length <= max) return text
  const start = characters.slice(0, max - 2).join('')
  return `${start.replace(/\s\S*$/, '').trimEnd()} …`
}

function imageOf(product: SchemaNode) {
  const [image] = nodesOf(product, 'image')
  return image ? textOf(image, 'url') || textOf(image, 'contentUrl') : textOf(product, 'image')
}

function firstAddress(candidates: (string | undefined)[], pageUrl: string) {
  for (const candidate of candidates) {
    const url = candidate ? URL.parse(candidate.trim(), pageUrl)?.href : undefined
    if (url && typeof address(url) === 'string') return url
  }
}

function withoutEmpty<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>
}
