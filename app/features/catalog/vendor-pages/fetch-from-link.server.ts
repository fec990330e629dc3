import { data } from '@remix-run/node'
import type { DealFormResult } from '~/features/catalog/deals/editor/deal-draft'
import { DEAL_LISTS } from '~/features/catalog/deals/editor/editor-form.server'
import { FETCHED_FIELDS, type FetchedField, type FetchedValues } from '~/features/catalog/deals/editor/fetch-from-link'
import { formatWait } from '~/features/people/limits/daily-limit.server'
import { consumeRateLimit, LIMITS } from '~/features/people/limits/limits.server'
import { fetchPage, htmlOf } from '~/http/fetch-page.server'
import { address } from '~/http/fields.server'
import { failedForm } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import type { FetchFailure, Network } from '~/http/network.server'
import { retryAfterHeader } from '~/http/responses.server'
import { pluralize } from '~/ui/pluralize'
import { readPageData } from './page-data.server'
import { findPageOffer, listPageOffers } from './page-offer.server'
import { describeProduct } from './page-texts.server'

const LIMIT = 'page read by account'

const FAILURES: Record<FetchFailure, string> = {
  'name does not resolve': 'its address does not exist',
  'TLS failure': 'its connection is not secure',
  'incomplete certificate chain': 'its connection is not secure',
  'time-out': 'it took longer than 10 seconds',
  'no answer': 'it did not answer',
  'refused address': 'its address is not a public one',
  'other scheme': 'it redirects to something that is not a web page',
  'too many redirects': 'it redirects too often',
}

/** The error of the link's field when no page was read. */
class Unread {
  constructor(
    readonly message: string,
    readonly init: { status: number; headers?: Record<string, string> } = { status: 400 },
  ) {}
}

const unreadable = (reason: string) => new Unread(`We could not read this page: ${reason}.`)

/**
 * Responds to "Fetch from link" with the submitted form, its empty fields filled from the page behind the link. Nothing
 * is saved.
 */
export async function fetchFromLink(request: Request, user: { id: string }, network?: Network) {
  const form = await readForm(request, DEAL_LISTS)
  const found = await readLink(form.get('cta_url')?.trim() ?? '', user, network)
  const { status: _, error: __, ...sent } = failedForm(form, '')
  if (found instanceof Unread) {
    return data<DealFormResult>({ ...sent, error: { cta_url: [found.message] } }, found.init)
  }
  const values = chooseEmpty(form, found)
  const count = Object.keys(values).length
  const message =
    count > 0
      ? `${pluralize(count, 'field')} filled from the vendor's page. Check before you save.`
      : 'Nothing to fill: what the page says is entered already.'
  return data<DealFormResult>({
    ...sent,
    initialValue: { ...sent.initialValue, ...values },
    fetched: { values, message },
  })
}

async function readLink(link: string, user: { id: string }, network: Network | undefined) {
  if (link === '') return new Unread('Enter the link first.')
  const parsed = address(link)
  if (typeof parsed !== 'string') return new Unread(`CTA URL ${parsed.words}.`)
  const wait = await consumeRateLimit(LIMIT, user.id)
  if (wait) {
    const message = `You can read ${pluralize(LIMITS[LIMIT].points, 'page')} a day. Try again in ${formatWait(wait)}.`
    return new Unread(message, { status: 429, headers: retryAfterHeader(wait) })
  }

  const { page, failure } = await fetchPage(parsed, { network })
  if (!page) return unreadable(FAILURES[failure])
  if (page.status < 200 || page.status > 299) return unreadable(`it answered with the error ${page.status}`)
  const html = htmlOf(page)
  if (html === undefined) return unreadable('it is not a web page')
  return readValues({ url: page.url, html }) ?? unreadable('it says nothing about a product')
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
