import { definitionOf } from '~/features/deals/deal-fields'
import { address, line } from '~/http/field-parsers.server'
import type { PageContents } from './page-offer.server'
import { plainText } from './plain-text.server'
import { isNode, nameIn, plainValue, type SchemaNode, valuesOf } from './schema-node'

type TextField = 'title' | 'vendor_name' | 'summary' | 'hero_image_url'

/** Properties that name the maker of a product, the surest first; then those that name who offers it. */
const MAKERS = ['brand', 'manufacturer', 'publisher', 'creator', 'author', 'provider']

/** What a page says about its product in words, within the limits of the deal's fields. */
export function describeProduct(
  { schema, meta, title }: PageContents,
  pageUrl: string,
): Partial<Record<TextField, string>> {
  const { product = {}, offers = [] } = schema ?? {}
  const metaOf = (...names: string[]) => names.map((name) => meta.get(name)?.[0])
  const makers = MAKERS.map((property) => nameIn(product, property))
  const sellers = offers.slice(0, 1).map((offer) => nameIn(offer, 'seller'))
  return withoutEmpty({
    title: firstText('title', [nameIn(product, 'name'), ...metaOf('og:title', 'twitter:title'), title]),
    vendor_name: firstText('vendor_name', [
      ...makers.slice(0, 1),
      ...sellers,
      ...makers.slice(1),
      ...metaOf('og:site_name'),
    ]),
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
  const max = definitionOf(field).max!
  for (const candidate of candidates) {
    const text = candidate && line(max)(cut(plainText(candidate), max))
    if (typeof text === 'string' && text !== '') return text
  }
}

/** Cut at the end of a word, where there is one, and never within a character. */
function cut(text: string, max: number) {
  const characters = [...text]
  if (characters.length <= max) return text
  const start = characters.slice(0, max - 2).join('')
  return `${start.replace(/\s+\S*$/, '')} …`
}

function imageOf(product: SchemaNode) {
  const image = valuesOf(product, 'image')[0]
  const url = isNode(image) ? (plainValue(image, 'url') ?? plainValue(image, 'contentUrl')) : image
  return typeof url === 'string' ? url : undefined
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
