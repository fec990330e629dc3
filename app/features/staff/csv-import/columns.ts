import { type ColumnName, EXPORT_ONLY_COLUMN, FILE_FORMATS, type FileKind } from './csv-import'

/** Where a column of ours comes from: the index of a column of the file, or one value for every row. */
export type Mapping = Partial<Record<ColumnName, number | { value: string }>>

/** Headings of other programs, most likely first. A column of ours also has its own name. */
const SYNONYMS: Partial<Record<ColumnName, string>> = {
  title: `name tool tool_name product_name app app_name software deal_title deal_name product deal heading headline titel`,
  slug: 'handle',
  vendor_name:
    'vendor company company_name maker developer publisher seller brand manufacturer hersteller anbieter author',
  category: 'categories category_name type product_type genre topic kategorie',
  platform: 'marketplace store shop sold_on deal_source source plattform',
  summary: 'tagline short_description excerpt subtitle one_liner short_desc slogan intro',
  description: 'body body_html long_description content details beschreibung about',
  original_price: `regular_price list_price normal_price full_price retail_price msrp rrp price_before old_price
    compare_at_price variant_compare_at_price usual_price`,
  deal_price: `ltd_price lifetime_price sale_price offer_price discounted_price special_price current_price price
    variant_price price_usd preis amount cost`,
  discount_percent: 'discount off percent_off discount_rate discount_percentage saving savings rabatt',
  currency: 'currency_code price_currency',
  start_date: `date added created date_added created_at added_at starts start starts_at start_at deal_start launch_date
    valid_from published_at published_date post_date publish_date pub_date datum`,
  end_date: `expires expiry expiration expires_at expiry_date expiration_date valid_until valid_to end ends ends_at deadline
    deal_end sale_ends`,
  tags: 'tag labels keywords',
  cta_url: `url link website website_url deal_url deal_link product_url product_link homepage web site page_url permalink
    external_url buy_url href`,
  hero_image_url:
    'image image_url image_src featured_image main_image picture thumbnail photo cover screenshot images img',
  video_url: 'video youtube',
  affiliate_url: 'affiliate_link referral_link partner_link',
  coupon_code: 'coupon code promo_code voucher voucher_code discount_code promo gutschein',
  refund_days: 'refund money_back money_back_days guarantee',
  pros: 'advantages benefits strengths vorteile',
  cons: 'disadvantages drawbacks weaknesses nachteile',
  deal_slug: 'slug deal',
  kind: 'change_type type',
  date: 'effective_on effective changed_on changed_at day when',
  old_value: 'before from old old_price',
  new_value: 'after to new new_price',
  affects_owners: 'owners',
  source_url: 'source url link reference',
}

/** Whether the headings name each required column of ours, so that no one needs to be asked. */
export function hasOurHeadings(header: string[], kind: FileKind) {
  const names = new Set(header.map(toName))
  return FILE_FORMATS[kind].required.every((column) => names.has(column))
}

/** The columns with our names. */
export function exactMapping(header: string[], kind: FileKind): Mapping {
  return mapBy(kind, (column) => header.findIndex((heading) => toName(heading) === column))
}

/** The columns with our names, and for the others those with a known synonym. Each column of the file is used once. */
export function guessMapping(header: string[], kind: FileKind): Mapping {
  const mapping = exactMapping(header, kind)
  const used = new Set(Object.values(mapping))
  const headings = header.map((heading) => [toKey(heading), toKey(heading).replace(PREFIX, '')])
  const guessed = mapBy(kind, (column) => {
    for (const name of [column, ...(SYNONYMS[column]?.split(/\s+/) ?? [])]) {
      for (const form of [0, 1]) {
        const index = headings.findIndex((forms, at) => forms[form] === name && !used.has(at))
        if (index >= 0 && mapping[column] === undefined) {
          used.add(index)
          return index
        }
      }
    }
    return -1
  })
  return { ...guessed, ...mapping }
}

function mapBy(kind: FileKind, find: (column: ColumnName) => number): Mapping {
  const found = FILE_FORMATS[kind].columns.map((column) => [column, find(column)] as const)
  return Object.fromEntries(found.filter(([, index]) => index >= 0))
}

const toName = (heading: string) => heading.trim().toLowerCase()

/** "Body (HTML)" is "body", "Image Src" is "image_src". */
const toKey = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')

const PREFIX = /^(?:post|product|deal|tool|app|item|offer)_/

/** The cells of a record by our columns. */
export function applyMapping<Column extends ColumnName>(mapping: Mapping, record: string[]) {
  const cells: Partial<Record<Column, string>> = {}
  for (const [column, from] of Object.entries(mapping))
    cells[column as Column] = typeof from === 'number' ? (record[from] ?? '') : from.value
  return cells
}

/** The required columns that come from nowhere. */
export function missingColumns(mapping: Mapping, kind: FileKind, isVendorOptional: boolean) {
  return FILE_FORMATS[kind].required.filter(
    (column) => mapping[column] === undefined && !(column === 'vendor_name' && isVendorOptional),
  )
}

/** The headings that no column of ours comes from. What only exports have is not one of them. */
export function unusedHeadings(mapping: Mapping, header: string[]) {
  const used = new Set(Object.values(mapping))
  return header
    .map((name) => name.trim())
    .filter((name, index) => name !== '' && name.toLowerCase() !== EXPORT_ONLY_COLUMN && !used.has(index))
}

/** Columns of ours that are in the header twice. */
export function repeatedColumns(header: string[], kind: FileKind) {
  const names = header.map(toName)
  return FILE_FORMATS[kind].columns.filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
}

/** The columns that a person gives by their headings, in the words of the command's file. */
export type NamedColumns = Record<string, string | { value: string }>

/** @throws RangeError for a column or heading that does not exist */
export function columnsByHeading(given: NamedColumns, header: string[], kind: FileKind): Mapping {
  const entries = Object.entries(given).map(([column, from]) => {
    if (!FILE_FORMATS[kind].columns.some((known) => known === column)) throw new RangeError(`Unknown column: ${column}`)
    const index = typeof from === 'string' ? header.findIndex((heading) => toName(heading) === toName(from)) : from
    if (index === -1) throw new RangeError(`No heading of the file is "${from}": ${header.join(', ')}`)
    return [column, index]
  })
  return Object.fromEntries(entries)
}
