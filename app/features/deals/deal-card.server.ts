import type { RawBuilder } from 'kysely'
import { shownStatus } from './shown-status.server'

/** The columns of a DealCard, for every query that selects from `deals`. Prepared statements give a placeholder for today. */
export const dealCardColumns = (today?: RawBuilder<string>) =>
  [
    'deals.id',
    'deals.slug',
    'deals.title',
    'deals.vendor_name',
    'deals.summary',
    'deals.original_price',
    'deals.deal_price',
    'deals.currency',
    shownStatus(today).as('shown_status'),
    'deals.start_date',
    'deals.end_date',
    'deals.hero_image_url',
    'deals.review_count',
    'deals.rating_average',
    'deals.change_count',
  ] as const
