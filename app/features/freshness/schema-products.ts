import { isNode, nameIn, plainValue, type SchemaNode, typesOf, valuesOf } from './schema-node'

const PRODUCTS = new Set([
  'Product',
  'ProductGroup',
  'ProductModel',
  'IndividualProduct',
  'SoftwareApplication',
  'WebApplication',
  'MobileApplication',
  'VideoGame',
  'Course',
  'Service',
])
const OFFERS = new Set(['Offer', 'AggregateOffer'])
/** Lead to other products than the one that the page is about. */
const UNRELATED = new Set([
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'itemListElement',
  'review',
  'mentions',
])
/** Pages with more things are lists of products, or hostile. */
const MAX_NODES = 5_000

export type SchemaProduct = {
  /** Absent where the page has an offer without a product. */
  product?: SchemaNode
  offers: SchemaNode[]
}

/**
 * The product that a page is about, with its offers. Undefined if there is none, or if there are several and none of
 * them is named by the address of the page.
 */
export function findProduct(data: unknown[], pageUrl: string): SchemaProduct | undefined {
  const found = findNodes(data)
  if (!found) return undefined
  const { products, offers, byId } = found
  if (products.length === 0) return offers.length > 0 ? { offers } : undefined

  const ofPage = products.filter((product) => isPage(product, pageUrl))
  const chosen = ofPage.length > 0 ? ofPage : products
  const names = new Set(chosen.map((product) => nameIn(product, 'name')?.trim().toLowerCase()))
  if (names.size > 1) return undefined
  return { product: chosen[0], offers: chosen.flatMap((product) => offersOf(product, byId)) }
}

/** Goes through the data without recursion, because it may be nested as deep as the page is long. */
function findNodes(data: unknown[]) {
  const products: SchemaNode[] = []
  const offers: SchemaNode[] = []
  const byId = new Map<string, SchemaNode>()
  const open = [...data].reverse()
  let count = 0
  while (open.length > 0) {
    if (++count > MAX_NODES) return undefined
    const value = open.pop()
    if (Array.isArray(value)) {
      if (value.length > MAX_NODES) return undefined
      open.push(...value.toReversed())
    }
    if (!isNode(value)) continue
    const types = typesOf(value)
    const id = value['@id']
    if (typeof id === 'string' && Object.keys(value).length > 1) byId.set(id, value)
    if (types.some((type) => PRODUCTS.has(type))) products.push(value)
    else if (types.some((type) => OFFERS.has(type))) offers.push(value)
    else open.push(...relatedTo(value).reverse())
  }
  return { products, offers, byId }
}

function relatedTo(node: SchemaNode) {
  const entries = Object.entries(node).slice(0, MAX_NODES)
  return entries
    .filter(([property, value]) => typeof value === 'object' && !UNRELATED.has(property))
    .map(([, value]) => value)
}

/** The offers of a product and of its variants. */
function offersOf(product: SchemaNode, byId: Map<string, SchemaNode>) {
  const resolve = (value: unknown) => (isNode(value) ? (byId.get(String(value['@id'])) ?? value) : undefined)
  const nodes = (node: SchemaNode, property: string) =>
    valuesOf(node, property)
      .map(resolve)
      .filter((value) => value !== undefined)
  return [product, ...nodes(product, 'hasVariant')].flatMap((node) => nodes(node, 'offers'))
}

function isPage(product: SchemaNode, pageUrl: string) {
  const url = URL.parse(String(plainValue(product, 'url') ?? ''), pageUrl)
  return plainValue(product, 'url') !== undefined && url !== null && placeOf(url) === placeOf(new URL(pageUrl))
}

const placeOf = ({ hostname, pathname }: URL) => hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '')
