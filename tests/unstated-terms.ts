import type { EditedDeal } from '~/features/catalog/deals/deal-fields'

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
