import type { PublishedDeal } from '~/features/catalog/deals/page/deal-page.server'

/** The deal as the loader sends it to the parts of this page. */
export type ShownDeal = Omit<
  PublishedDeal,
  | 'category_id'
  | 'product_id'
  | 'hero_image_url'
  | 'updated_at'
  | 'vendor'
  | 'pros_and_cons'
  | 'faqs'
  | 'plans'
  | 'credit'
  | 'description'
> & {
  /** HTML. */
  description: string | null
}
