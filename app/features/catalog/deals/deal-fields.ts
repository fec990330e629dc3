import type { ChangeKind } from '~/db/schema'
import type { FieldSpec, ValuesOf } from '~/http/field-table'
import { DEAL_STATUS_LABELS } from './deal'
import { PRICE_PERIODS } from './regular-price'
import { LIFETIMES, REFUND_STARTS, TERM_DAYS_MAX } from './terms'

export type DealFieldSpec = FieldSpec & {
  /** The columns of an import that hold it. */
  csv: readonly string[]
  /** The kind of entry that a change of it adds to the public record when staff ask for one. */
  record?: ChangeKind
  /** The kind of entry that a change of it adds to the public record unless staff decline. */
  term?: ChangeKind
}

const { UNCONFIRMED: _, ...SETTABLE_STATUSES } = DEAL_STATUS_LABELS

/** The sections of the editor with their fields, in the order of the controls. */
export const DEAL_SECTIONS = {
  Link: {
    cta_url: {
      label: 'CTA URL',
      kind: 'url',
      required: true,
      hint: 'https:// may be left out. Fetching fills only empty fields, and saves nothing.',
      csv: ['cta_url'],
    },
  },
  Deal: {
    title: { label: 'Title', kind: 'line', required: true, max: 200, csv: ['title'] },
    vendor_name: { label: 'Vendor name', kind: 'line', required: true, max: 200, csv: ['vendor_name'] },
    category_id: { label: 'Category', kind: 'choice', required: true, csv: ['category'] },
    platform_id: { label: 'Platform', kind: 'choice', required: true, csv: ['platform'] },
    start_date: { label: 'Start date', kind: 'date', required: true, csv: ['start_date'] },
    end_date: { label: 'End date', kind: 'date', csv: ['end_date'], record: 'TERMS' },
  },
  Price: {
    deal_price: { label: 'Deal price', kind: 'price', csv: ['deal_price'], record: 'PRICE' },
    deal_price_period: {
      label: 'Deal price period',
      kind: 'choice',
      default: 'ONCE',
      choices: PRICE_PERIODS,
      control: 'Paid',
      csv: ['deal_price_period'],
    },
    currency: {
      label: 'Currency',
      kind: 'currency',
      default: 'USD',
      max: 3,
      control: 'Currency (3 letters)',
      csv: ['currency'],
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
    discount_percent: {
      label: 'Discount percent',
      kind: 'number',
      min: 1,
      max: 99,
      hint: 'Only if the prices are unknown.',
      csv: ['discount_percent'],
    },
  },
  Text: {
    summary: {
      label: 'Summary',
      kind: 'text',
      max: 500,
      counter: true,
      height: 'sm',
      csv: ['summary'],
      record: 'TERMS',
    },
    description: {
      label: 'Description',
      kind: 'text',
      max: 20_000,
      hint: '**bold**, *emphasis*, lists with - or 1., and [links](https://vendor.example) are shown as such.',
      csv: ['description'],
      record: 'TERMS',
    },
  },
  Terms: {
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
    redeem_days: {
      label: 'Redeem within (days)',
      kind: 'number',
      min: 1,
      max: TERM_DAYS_MAX,
      hint: 'After the purchase.',
      csv: ['redeem_days'],
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
  },
  Plans: {
    plans: { label: 'Plans', kind: 'rows', csv: ['plans'], term: 'TERMS' },
    limits: { label: 'Plan limits', kind: 'rows', csv: [], term: 'TERMS' },
  },
  Coupon: {
    coupon_code: { label: 'Coupon code', kind: 'code', max: 40, csv: ['coupon_code'] },
    coupon_note: {
      label: 'Coupon note',
      kind: 'line',
      max: 200,
      hint: 'What the code is for, such as 20% off the first plan.',
      csv: ['coupon_note'],
    },
  },
  Media: {
    hero_image_url: {
      label: 'Hero image URL',
      kind: 'url',
      hint: 'Or the address of one. It is fetched once; readers never load it from there.',
      csv: ['hero_image_url'],
    },
    video_url: { label: 'Video URL', kind: 'url', csv: ['video_url'] },
  },
  'Affiliate link': {
    affiliate_url: {
      label: 'Affiliate link',
      kind: 'url',
      hint: 'Only the button uses it, and says that we earn a commission. Left empty, a program or the CTA URL is used.',
      csv: ['affiliate_url'],
    },
  },
  'Pros & Cons': {
    pros_cons: { label: 'Pros & Cons', kind: 'rows', csv: ['pros', 'cons'] },
  },
  FAQs: {
    faqs: { label: 'FAQs', kind: 'rows', csv: [] },
  },
  'Tags and slug': {
    tags: { label: 'Tags', kind: 'line', hint: 'Separate with commas.', csv: ['tags'] },
    slug: {
      label: 'Slug',
      kind: 'slug',
      prefix: '/deals/',
      hint: 'Leave empty to generate it from the title.',
      csv: ['slug'],
    },
  },
  Publishing: {
    published: { label: 'Published', kind: 'switch', csv: [] },
    status: { label: 'Status', kind: 'choice', choices: SETTABLE_STATUSES, default: 'ACTIVE', csv: [] },
  },
} as const satisfies Record<string, Record<string, DealFieldSpec>>

/**
 * Every field of a deal. Schemas, controls, the stored columns, the CSV columns and the types below derive from it; a view
 * that lacks a field fails to compile.
 */
export const DEAL_FIELDS = {
  ...DEAL_SECTIONS.Link,
  ...DEAL_SECTIONS.Deal,
  ...DEAL_SECTIONS.Price,
  ...DEAL_SECTIONS.Text,
  ...DEAL_SECTIONS.Terms,
  ...DEAL_SECTIONS.Plans,
  ...DEAL_SECTIONS.Coupon,
  ...DEAL_SECTIONS.Media,
  ...DEAL_SECTIONS['Affiliate link'],
  ...DEAL_SECTIONS['Pros & Cons'],
  ...DEAL_SECTIONS.FAQs,
  ...DEAL_SECTIONS['Tags and slug'],
  ...DEAL_SECTIONS.Publishing,
}

type Fields = typeof DEAL_FIELDS
export type DealField = keyof Fields
export const DEAL_FIELD_NAMES = Object.keys(DEAL_FIELDS) as DealField[]
export const dealFieldSpec = (field: DealField): DealFieldSpec => DEAL_FIELDS[field]

type FieldWith<Key extends 'record' | 'term'> = {
  [Field in DealField]: Fields[Field] extends Record<Key, ChangeKind> ? Field : never
}[DealField]
export type RecordedField = FieldWith<'record'>
export type TermField = FieldWith<'term'>

/** The fields of which each has a table of its own. */
export type DealLists = {
  /** Prices are decimal text; null codes are not stated. */
  plans: { name: string; price: string; codes: number | null }[]
  /** A value for each plan, in their order; empty where not stated. */
  limits: { label: string; values: string[] }[]
  pros_cons: { type: 'PRO' | 'CON'; text: string }[]
  faqs: { question: string; answer: string }[]
}
const LISTS: Record<keyof DealLists, true> = { plans: true, limits: true, pros_cons: true, faqs: true }

/** The values of the deal form, as a save writes them: prices as decimal text, dates as YYYY-MM-DD. */
export type EditedDeal = Omit<ValuesOf<Fields>, keyof DealLists | 'slug' | 'tags'> &
  DealLists & { slug: string; tags: string[] }

/** The fields that are columns of the table `deals`. */
export const DEAL_COLUMNS = DEAL_FIELD_NAMES.filter(
  (field): field is Exclude<DealField, keyof DealLists> => !(field in LISTS),
)
