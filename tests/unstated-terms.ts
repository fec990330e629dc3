import type { EditedDeal } from '~/features/catalog/deals/deal-fields'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'

/** The fields of a deal of which the vendor states nothing beyond its price. */
export const UNSTATED_TERMS = {
  regular_price_period: null,
  deal_price_period: 'ONCE' as const,
  discount_percent: null,
  affiliate_url: null,
  coupon_code: null,
  coupon_note: null,
  lifetime_means: null,
  refund_days: null,
  refund_from: null,
  redeem_days: null,
  stackable: null,
  max_codes: null,
  transferable: null,
  future_versions: null,
  shutdown_notice: null,
  terms_url: null,
  terms_read_on: null,
  plans: [] as EditedDeal['plans'],
  limits: [] as EditedDeal['limits'],
} satisfies Partial<EditedDeal>

/** What the editor sends for a published deal with the fields that it needs. */
export function dealForm(given: Partial<DealValues> & Pick<DealValues, 'category_id' | 'platform_id'>): DealValues {
  return {
    title: 'Quillstack',
    slug: null,
    vendor_name: 'Northpane',
    summary: null,
    description: null,
    tags: [],
    original_price: null,
    deal_price: '59.00',
    currency: 'USD',
    start_date: '2026-01-01',
    end_date: null,
    cta_url: 'https://vendor.example/lifetime',
    hero_image_url: null,
    video_url: null,
    published: true,
    status: 'ACTIVE',
    pros_cons: [],
    faqs: [],
    ...UNSTATED_TERMS,
    ...given,
  }
}
