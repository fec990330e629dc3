import { DEAL_STATUS_LABELS, type DealStatus } from './deal'

/** What the form of a deal holds and a save writes. */
export type EditedDeal = {
  title: string
  slug: string
  vendor_name: string
  category_id: string
  platform_id: string
  summary: string | null
  description: string | null
  tags: string[]
  original_price: string | null
  deal_price: string | null
  currency: string
  start_date: string
  end_date: string | null
  cta_url: string
  hero_image_url: string | null
  video_url: string | null
  published: boolean
  status: DealStatus
  pros_cons: { type: 'PRO' | 'CON'; text: string }[]
  faqs: { question: string; answer: string }[]
}
export type DealField = keyof EditedDeal

export const DEAL_FIELD_LABELS: Record<DealField, string> = {
  title: 'Title',
  slug: 'Slug',
  vendor_name: 'Vendor name',
  category_id: 'Category',
  platform_id: 'Platform',
  summary: 'Summary',
  description: 'Description',
  tags: 'Tags',
  original_price: 'Original price',
  deal_price: 'Deal price',
  currency: 'Currency',
  start_date: 'Start date',
  end_date: 'End date',
  cta_url: 'CTA URL',
  hero_image_url: 'Hero image URL',
  video_url: 'Video URL',
  published: 'Published',
  status: 'Status',
  pros_cons: 'Pros & Cons',
  faqs: 'FAQs',
}

export type FieldChange = { field: DealField; from: string; to: string }

/** The fields that differ, as people read them; `names` are those of categories and platforms by id. */
export function listChanges(before: EditedDeal, after: EditedDeal, names?: ReadonlyMap<string, string>): FieldChange[] {
  return (Object.keys(DEAL_FIELD_LABELS) as DealField[])
    .map((field) => ({ field, from: wordsOf(before, field, names), to: wordsOf(after, field, names) }))
    .filter(({ from, to }) => from !== to)
}

/** Pros before cons, each in the order given: a pro that was typed between two cons is stored among the pros. */
export function inStoredOrder(entries: EditedDeal['pros_cons']) {
  return [...entries.filter(({ type }) => type === 'PRO'), ...entries.filter(({ type }) => type === 'CON')]
}

function wordsOf(deal: EditedDeal, field: DealField, names?: ReadonlyMap<string, string>): string {
  switch (field) {
    case 'category_id':
    case 'platform_id':
      return names?.get(deal[field]) ?? deal[field]
    case 'tags':
      return deal.tags.join(', ')
    case 'published':
      return deal.published ? 'Published' : 'Draft'
    case 'status':
      return DEAL_STATUS_LABELS[deal.status]
    case 'pros_cons':
      return inStoredOrder(deal.pros_cons)
        .map(({ type, text }) => `${type === 'PRO' ? 'Pro' : 'Con'}: ${text}`)
        .join('\n')
    case 'faqs':
      return deal.faqs.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')
    default:
      return deal[field] ?? ''
  }
}
