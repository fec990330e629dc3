import { Parser } from 'htmlparser2'
import { definitionOf } from '~/features/catalog/deals/deal-fields'
import { address, line } from '~/http/fields.server'
import type { PageData } from './page-data.server'
import { nameIn, nodesOf, type SchemaNode, textOf } from './schema-node'

type TextField = 'title' | 'vendor_name' | 'summary' | 'hero_image_url'

/** Properties that name the maker of a product, most reliable first, then those that name its seller. */
const MAKERS = ['brand', 'manufacturer', 'publisher', 'creator', 'author', 'provider']

/** Longer texts are cut before they are parsed. */
const MAX_SOURCE = 5_000
const HIDDEN = new Set(['script', 'style', 'template'])
// Format characters reorder what follows, control characters are rejected by every form.
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Co}\u2800]+/gu

/** What a page says about its product in words, within the limits of the deal's fields. */
export function describeProduct(page: PageData, pageUrl: string): Partial<Record<TextField, string>> {
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
  const max = definitionOf(field).max!
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
