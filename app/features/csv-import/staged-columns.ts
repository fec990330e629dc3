/** What a row writes to a deal, and where it stands in the file. */
export const DEAL_COLUMNS = [
  'title',
  'vendor_name',
  'category_id',
  'platform_id',
  'summary',
  'description',
  'original_price',
  'deal_price',
  'currency',
  'start_date',
  'end_date',
  'tags',
  'cta_url',
  'hero_image_url',
  'video_url',
] as const

/** The columns of the stage that a row of the file fills. */
export const STAGED_COLUMNS = ['row', 'slug', ...DEAL_COLUMNS, 'pros', 'cons'] as const
