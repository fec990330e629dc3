import { Parser } from 'htmlparser2'
import { isNode, nameIn, nodesOf, type SchemaNode, textOf, typesOf } from './schema-node'

/** Shops nest a few dozen elements. The parser's own work for each tag grows with the depth. */
const MAX_DEPTH = 256
const MAX_TEXT = 5_000
/** Pages with more objects are lists of products, or hostile. */
const MAX_NODES = 5_000
const PRODUCT =
  /^(Product|ProductGroup|ProductModel|IndividualProduct|SoftwareApplication|WebApplication|MobileApplication|VideoGame|Course|Service)$/
/** Properties that link to other products. */
const UNRELATED =
  /^(isRelatedTo|isSimilarTo|isAccessoryOrSparePartFor|isConsumableFor|itemListElement|review|mentions)$/

/** The structured data of a web page about its product. */
export type PageData = {
  product: SchemaNode | undefined
  /** The offers of the product in JSON-LD. */
  offers: SchemaNode[]
  /** The contents of meta tags in their order, by property or name in lower case. */
  meta: Map<string, string[]>
  title: string
}

class TooDeep extends Error {}

/**
 * Collects JSON-LD and meta tags of a page, which may be hostile: the time is proportional to its length, and nothing
 * in it is run or fetched. Undefined for a page that is nested too deep.
 */
export function readPageData({ url, html }: { url: string; html: string }): PageData | undefined {
  const meta: PageData['meta'] = new Map()
  const scripts: string[] = []
  let title = ''
  let inside: 'title' | 'json-ld' | undefined
  let depth = 0
  const parser = new Parser({
    onopentag(name, { type, property, name: key, content }) {
      if (++depth > MAX_DEPTH) throw new TooDeep()
      inside = undefined
      if (name === 'script' && /^\s*application\/ld\+json/i.test(type ?? '')) {
        inside = 'json-ld'
        scripts.push('')
      } else if (name === 'title' && title === '') inside = 'title'
      else if (name === 'meta') addMeta(meta, property ?? key, content)
    },
    ontext(text) {
      if (inside === 'json-ld') scripts.push(scripts.pop() + text)
      else if (inside === 'title') title = (title + text).slice(0, MAX_TEXT)
    },
    onclosetag() {
      inside = undefined
      depth--
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
  return { ...findProduct(scripts.map(parseJson), url), meta, title }
}

function addMeta(meta: PageData['meta'], name: string | undefined, content: string | undefined) {
  const key = name?.trim().toLowerCase()
  if (key && content) meta.set(key, [...(meta.get(key) ?? []), content.slice(0, MAX_TEXT)].slice(0, 101))
}

/** Shops wrap JSON in comments, and break lines within texts, which JSON does not allow. */
function parseJson(text: string): unknown {
  const json = text.slice(text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1)
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
    return JSON.parse(json.replace(/[\u0000-\u001f]/g, ' '))
  } catch {
    return undefined
  }
}

/**
 * The product that a page is about, with its offers and those of its variants. Of several products it is the one whose
 * address is that of the page; no product if none is, unless all have one name.
 */
function findProduct(data: unknown[], pageUrl: string): Pick<PageData, 'product' | 'offers'> {
  const { products, offers, byId } = findNodes(data)
  if (products.length === 0) return { product: undefined, offers }
  const ofPage = products.filter((product) => isPage(product, pageUrl))
  const chosen = ofPage.length > 0 ? ofPage : products
  const names = new Set(chosen.map((product) => nameIn(product, 'name')?.toLowerCase()))
  if (names.size > 1) return { product: undefined, offers: [] }
  const resolve = (node: SchemaNode) => byId.get(textOf(node, '@id')) ?? node
  const related = (node: SchemaNode, property: string) => nodesOf(node, property).map(resolve)
  const variants = chosen.flatMap((product) => [product, ...related(product, 'hasVariant')])
  return { product: chosen[0], offers: variants.flatMap((node) => related(node, 'offers')) }
}

/** Goes through the data without recursion, because it may be nested as deep as the page is long. */
function findNodes(data: unknown[]) {
  const found = { products: [] as SchemaNode[], offers: [] as SchemaNode[], byId: new Map<string, SchemaNode>() }
  const open = [...data].reverse()
  for (let count = 0; open.length > 0; count++) {
    const value = open.pop()
    if (count > MAX_NODES || (Array.isArray(value) && value.length > MAX_NODES)) {
      return { products: [], offers: [], byId: found.byId }
    }
    if (Array.isArray(value)) open.push(...value.toReversed())
    if (!isNode(value)) continue
    const types = typesOf(value)
    if (Object.keys(value).length > 1 && textOf(value, '@id')) found.byId.set(textOf(value, '@id'), value)
    if (types.some((type) => PRODUCT.test(type))) found.products.push(value)
    else if (types.some((type) => type === 'Offer' || type === 'AggregateOffer')) found.offers.push(value)
    else {
      const entries = Object.entries(value).slice(0, MAX_NODES)
      for (const [name, inner] of entries.reverse()) {
        if (typeof inner === 'object' && !UNRELATED.test(name)) open.push(inner)
      }
    }
  }
  return found
}

function isPage(product: SchemaNode, pageUrl: string) {
  const text = textOf(product, 'url')
  const url = text ? URL.parse(text, pageUrl) : null
  return url !== null && addressOf(url) === addressOf(new URL(pageUrl))
}

const addressOf = ({ hostname, pathname }: URL) => hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '')
