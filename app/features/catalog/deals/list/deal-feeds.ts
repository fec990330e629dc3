import { type DealSearch, dealSearchParams } from './deal-search'

/** The feeds of a list of deals: RSS and JSON. */
export function dealFeeds(title: string, search: Partial<DealSearch>) {
  const params = dealSearchParams({ ...search, view: '', page: 1, d: [] })
  return (['rss', 'json', 'csv'] as const).map((type) => ({
    type,
    title,
    path: `/deals.${type}${params ? `?${params}` : ''}`,
  }))
}
