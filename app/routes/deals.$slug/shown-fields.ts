import type { DealField } from '~/features/catalog/deals/deal-fields'
import type { Coupon } from './coupon'
import type { DealFacts } from './deal-facts'
import type { DealTop } from './deal-top'
import type { Description } from './description'
import type { PriceSummary } from './price-summary'
import type { WhatYouGet } from './what-you-get'

/** The fields that a part of the page takes. */
type FieldsOf<Part> = Part extends (props: infer Props) => unknown
  ? Props extends { deal: infer Deal }
    ? keyof Deal
    : never
  : never
type ShownFields = FieldsOf<
  typeof DealTop | typeof PriceSummary | typeof DealFacts | typeof Description | typeof Coupon | typeof WhatYouGet
>

/** Shown in another form: breadcrumbs, platform link, status as of today, "Get Deal", the stored picture and the lists. */
type ShownElsewhere =
  | 'category_id'
  | 'platform_id'
  | 'status'
  | 'cta_url'
  | 'affiliate_url'
  | 'hero_image_url'
  | 'tags'
  | 'pros_cons'
  | 'faqs'
  | 'plans'
  | 'limits'

type None<Field extends never> = Field

/** A field of a deal that its page does not show fails to compile here. */
export type UnshownField = None<Exclude<DealField, ShownFields | ShownElsewhere>>
