import type { ChangeKind, DealStatus } from '~/db/schema'

/** The kinds of fields that are parsed from a single text; `deal-form.server.ts` has their parsers. */
const TEXT_KINDS = ['line', 'paragraphs', 'slug', 'price', 'currency', 'date', 'url'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

type Definition = {
  label: string
  kind: TextKind | 'category' | 'platform' | 'status' | 'published' | 'tags' | 'pros_cons' | 'faqs'
  /** The part of the editor that has its control. */
  section: 'deal' | 'price' | 'media' | 'publishing' | 'lists'
  /** Has to be filled in. Any other field may stay empty and is then `blank`, or null where it has none. */
  required?: true
  blank?: string
  /** The longest text, in characters; the database has the same limit. */
  max?: number
  /** The columns of deals-template.csv that hold it. */
  csv: readonly string[]
  /** The kind of entry that a change of it adds to the public record. */
  record?: ChangeKind
}

/**
 * Every field of a deal, in the order of deals-template.csv (spec §5). The form's schema and labels, the stored columns,
 * the CSV columns and the types below derive from it; a view that lacks a field fails to compile.
 */
export const DEAL_FIELDS = {
  title: { label: 'Title', kind: 'line', section: 'deal', required: true, max: 200, csv: ['title'] },
  slug: { label: 'Slug', kind: 'slug', section: 'deal', max: 200, csv: ['slug'] },
  vendor_name: { label: 'Vendor name', kind: 'line', section: 'deal', required: true, max: 200, csv: ['vendor_name'] },
  category_id: { label: 'Category', kind: 'category', section: 'deal', required: true, csv: ['category'] },
  platform_id: { label: 'Platform', kind: 'platform', section: 'deal', required: true, csv: ['platform'] },
  summary: { label: 'Summary', kind: 'paragraphs', section: 'deal', max: 500, csv: ['summary'], record: 'TERMS' },
  description: {
    label: 'Description',
    kind: 'paragraphs',
    section: 'deal',
    max: 20_000,
    csv: ['description'],
    record: 'TERMS',
  },
  original_price: {
    label: 'Original price',
    kind: 'price',
    section: 'price',
    csv: ['original_price'],
    record: 'PRICE',
  },
  deal_price: { label: 'Deal price', kind: 'price', section: 'price', csv: ['deal_price'], record: 'PRICE' },
  currency: { label: 'Currency', kind: 'currency', section: 'price', blank: 'USD', max: 3, csv: ['currency'] },
  start_date: { label: 'Start date', kind: 'date', section: 'price', required: true, csv: ['start_date'] },
  end_date: { label: 'End date', kind: 'date', section: 'price', csv: ['end_date'], record: 'TERMS' },
  tags: { label: 'Tags', kind: 'tags', section: 'deal', csv: ['tags'] },
  cta_url: { label: 'CTA URL', kind: 'url', section: 'media', required: true, csv: ['cta_url'] },
  hero_image_url: { label: 'Hero image URL', kind: 'url', section: 'media', csv: ['hero_image_url'] },
  video_url: { label: 'Video URL', kind: 'url', section: 'media', csv: ['video_url'] },
  published: { label: 'Published', kind: 'published', section: 'publishing', csv: [] },
  status: { label: 'Status', kind: 'status', section: 'publishing', blank: 'ACTIVE', csv: [] },
  pros_cons: { label: 'Pros & Cons', kind: 'pros_cons', section: 'lists', csv: ['pros', 'cons'] },
  faqs: { label: 'FAQs', kind: 'faqs', section: 'lists', csv: [] },
} as const satisfies Record<string, Definition>

type Fields = typeof DEAL_FIELDS
export type DealField = keyof Fields

/** The fields whose definition has this value, such as those of one section of the editor. */
export type FieldWith<Key extends keyof Definition, Value> = {
  [Field in DealField]: Fields[Field] extends Record<Key, Value> ? Field : never
}[DealField]

export type ParsedField = FieldWith<'kind', TextKind>
export type RecordedField = FieldWith<'record', ChangeKind>
type ListField = FieldWith<'section', 'lists'>

type ValuesByKind = {
  slug: string
  category: string
  platform: string
  status: DealStatus
  published: boolean
  tags: string[]
  pros_cons: { type: 'PRO' | 'CON'; text: string }[]
  faqs: { question: string; answer: string }[]
}

type ValueOf<Field> = Field extends { kind: infer Kind extends keyof ValuesByKind }
  ? ValuesByKind[Kind]
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

/** The fields that are columns of the table `deals`; pros, cons and questions have tables of their own. */
export const DEAL_COLUMNS = DEAL_FIELD_NAMES.filter(
  (field): field is Exclude<DealField, ListField> => DEAL_FIELDS[field].section !== 'lists',
)
