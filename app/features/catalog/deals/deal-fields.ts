import type { ChangeKind, DealStatus } from '~/db/schema'
import { type Definition, TEXT_KINDS, type TextKind } from './field-definition'
import { PRICE_PERIODS } from './regular-price'
import { LIFETIMES, REFUND_STARTS, TERM_DAYS_MAX } from './terms'

/**
 * Every field of a deal, in the order of the columns of an import. The form's schema and labels, the stored columns,
 * the CSV columns and the types below derive from it; a view that lacks a field fails to compile.
 */
export const DEAL_FIELDS = {
  title: { label: 'Title', kind: 'line', required: true, max: 200, csv: ['title'] },
  slug: { label: 'Slug', kind: 'slug', max: 200, hint: 'Leave empty to generate it from the title.', csv: ['slug'] },
  vendor_name: { label: 'Vendor name', kind: 'line', required: true, max: 200, csv: ['vendor_name'] },
  category_id: { label: 'Category', kind: 'category', required: true, csv: ['category'] },
  platform_id: { label: 'Platform', kind: 'platform', required: true, csv: ['platform'] },
  summary: { label: 'Summary', kind: 'paragraphs', max: 500, csv: ['summary'], record: 'TERMS' },
  description: {
    label: 'Description',
    kind: 'paragraphs',
    max: 20_000,
    hint: '**bold**, *emphasis*, lists with - or 1., and [links](https://vendor.example) are shown as such.',
    csv: ['description'],
    record: 'TERMS',
  },
  original_price: {
    label: 'Original price',
    kind: 'price',
    csv: ['original_price'],
    record: 'PRICE',
  },
  regular_price_period: {
    label: 'Billing period',
    kind: 'choice',
    choices: PRICE_PERIODS,
    csv: ['regular_price_period'],
  },
  deal_price: { label: 'Deal price', kind: 'price', csv: ['deal_price'], record: 'PRICE' },
  deal_price_period: {
    label: 'Deal price period',
    kind: 'choice',
    blank: 'ONCE',
    choices: PRICE_PERIODS,
    control: 'Paid',
    csv: ['deal_price_period'],
  },
  discount_percent: {
    label: 'Discount percent',
    kind: 'number',
    min: 1,
    max: 99,
    hint: 'Only if the prices are unknown.',
    csv: ['discount_percent'],
  },
  currency: {
    label: 'Currency',
    kind: 'currency',
    blank: 'USD',
    max: 3,
    control: 'Currency (3 letters)',
    csv: ['currency'],
  },
  start_date: { label: 'Start date', kind: 'date', required: true, csv: ['start_date'] },
  end_date: { label: 'End date', kind: 'date', csv: ['end_date'], record: 'TERMS' },
  tags: { label: 'Tags', kind: 'tags', hint: 'Separate with commas.', csv: ['tags'] },
  cta_url: {
    label: 'CTA URL',
    kind: 'url',
    required: true,
    hint: 'https:// may be left out. Fetching fills only empty fields, and saves nothing.',
    csv: ['cta_url'],
  },
  hero_image_url: {
    label: 'Hero image URL',
    kind: 'picture',
    hint: 'Or the address of one. It is fetched once; readers never load it from there.',
    csv: ['hero_image_url'],
  },
  video_url: { label: 'Video URL', kind: 'url', csv: ['video_url'] },
  affiliate_url: {
    label: 'Affiliate link',
    kind: 'url',
    hint: 'Only the button uses it, and says that we earn a commission. Left empty, a program or the CTA URL is used.',
    csv: ['affiliate_url'],
  },
  coupon_code: { label: 'Coupon code', kind: 'code', max: 40, csv: ['coupon_code'] },
  coupon_note: {
    label: 'Coupon note',
    kind: 'line',
    max: 200,
    hint: 'What the code is for, such as 20% off the first plan.',
    csv: ['coupon_note'],
  },
  lifetime_means: {
    label: 'Lifetime means',
    kind: 'choice',
    choices: LIFETIMES,
    csv: ['lifetime_means'],
    term: 'TERMS',
  },
  refund_days: {
    label: 'Refund days',
    kind: 'number',
    min: 0,
    max: TERM_DAYS_MAX,
    hint: "0 for no refund. Empty: the platform's rule.",
    csv: ['refund_days'],
    term: 'REFUND',
  },
  refund_from: {
    label: 'Refund counts from',
    kind: 'choice',
    choices: REFUND_STARTS,
    csv: ['refund_from'],
    term: 'REFUND',
  },
  redeem_days: {
    label: 'Redeem within (days)',
    kind: 'number',
    min: 1,
    max: TERM_DAYS_MAX,
    hint: 'After the purchase.',
    csv: ['redeem_days'],
    term: 'TERMS',
  },
  stackable: {
    label: 'Codes can be stacked',
    kind: 'answer',
    csv: ['stackable'],
    term: 'TERMS',
  },
  max_codes: {
    label: 'Max codes',
    kind: 'number',
    min: 2,
    max: 100,
    hint: 'How many at most.',
    csv: ['max_codes'],
    term: 'TERMS',
  },
  transferable: { label: 'Transferable', kind: 'answer', csv: ['transferable'], term: 'TERMS' },
  future_versions: {
    label: 'Future versions',
    kind: 'line',
    max: 200,
    isWide: true,
    hint: 'Such as: All 2.x releases.',
    csv: ['future_versions'],
    term: 'TERMS',
  },
  shutdown_notice: {
    label: 'Notice before shutdown',
    kind: 'line',
    max: 200,
    hint: 'Such as: 90 days.',
    csv: ['shutdown_notice'],
    term: 'TERMS',
  },
  terms_url: { label: "Vendor's terms", kind: 'url', csv: ['terms_url'] },
  terms_read_on: { label: 'Terms read on', kind: 'date', csv: ['terms_read_on'] },
  plans: { label: 'Plans', kind: 'plans', csv: ['plans'], term: 'TERMS' },
  limits: { label: 'Plan limits', kind: 'limits', csv: [], term: 'TERMS' },
  published: { label: 'Published', kind: 'published', csv: [] },
  status: { label: 'Status', kind: 'status', blank: 'ACTIVE', csv: [] },
  pros_cons: { label: 'Pros & Cons', kind: 'pros_cons', csv: ['pros', 'cons'] },
  faqs: { label: 'FAQs', kind: 'faqs', csv: [] },
} as const satisfies Record<string, Definition>

type Fields = typeof DEAL_FIELDS
export type DealField = keyof Fields

/** The fields whose definition has this value, such as those that have to be filled in. */
export type FieldWith<Key extends keyof Definition, Value> = {
  [Field in DealField]: Fields[Field] extends Record<Key, Value> ? Field : never
}[DealField]

export type ParsedField = FieldWith<'kind', TextKind>
export type RecordedField = FieldWith<'record', ChangeKind>
export type TermField = FieldWith<'term', ChangeKind>
type ListField = 'plans' | 'limits' | 'pros_cons' | 'faqs'

type ValuesByKind = {
  slug: string
  category: string
  platform: string
  status: DealStatus
  published: boolean
  tags: string[]
  /** Prices are decimal text; null codes are not stated. */
  plans: { name: string; price: string; codes: number | null }[]
  /** A value for each plan, empty where not stated. */
  limits: { label: string; values: string[] }[]
  pros_cons: { type: 'PRO' | 'CON'; text: string }[]
  faqs: { question: string; answer: string }[]
}

/** Of kinds that may be null, which says that the vendor does not state it. */
type OptionalByKind = { number: number; answer: boolean }

type ValueOf<Field> = Field extends { kind: infer Kind extends keyof ValuesByKind }
  ? ValuesByKind[Kind]
  : Field extends { kind: infer Kind extends keyof OptionalByKind }
    ? OptionalByKind[Kind] | null
    : Field extends { choices: infer Choices }
      ? keyof Choices | (Field extends { blank: string } ? never : null)
      : Field extends { required: true } | { blank: string }
        ? string
        : string | null

/** The values of the deal form, as a save writes them: prices as decimal text, dates as YYYY-MM-DD. */
export type EditedDeal = { [Field in DealField]: ValueOf<Fields[Field]> }

export function definitionOf(field: DealField): Definition {
  return DEAL_FIELDS[field]
}

export const DEAL_FIELD_NAMES = Object.keys(DEAL_FIELDS) as DealField[]

export const PARSED_FIELDS = DEAL_FIELD_NAMES.filter((field): field is ParsedField =>
  TEXT_KINDS.some((kind) => kind === DEAL_FIELDS[field].kind),
)

const LISTS = { plans: true, limits: true, pros_cons: true, faqs: true }

/** The fields that are columns of the table `deals`; plans, pros, cons and questions have tables of their own. */
export const DEAL_COLUMNS = DEAL_FIELD_NAMES.filter(
  (field): field is Exclude<DealField, ListField> => !(field in LISTS),
)
