/** The columns of a DealCard, for every query that selects from `deals`. */
export const DEAL_CARD_COLUMNS = [
  'deals.id',
  'deals.slug',
  'deals.title',
  'deals.vendor_name',
  'deals.summary',
  'deals.original_price',
  'deals.deal_price',
  'deals.currency',
  'deals.status',
  'deals.start_date',
  'deals.end_date',
  'deals.hero_image_url',
  'deals.review_count',
  'deals.rating_average',
  'deals.change_count',
] as const
