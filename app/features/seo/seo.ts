import type { SeoEntityType } from '~/db/schema'
import { toPageNumber } from '~/http/page-number'

export const SEO_TYPES = ['DEAL', 'CATEGORY', 'PLATFORM', 'PAGE'] as const satisfies SeoEntityType[]
export const SEO_TYPE_LABELS: Record<SeoEntityType, string> = {
  DEAL: 'Deal',
  CATEGORY: 'Category',
  PLATFORM: 'Platform',
  PAGE: 'Page',
}

/** Where the pages of a type stand. */
export const SEO_ROOTS: Record<SeoEntityType, string> = {
  DEAL: '/deals/',
  CATEGORY: '/categories/',
  PLATFORM: '/platforms/',
  PAGE: '',
}

/** The longest text of each field, in characters; the database holds the same limits. */
export const SEO_LIMITS = { entity: 200, title: 200, description: 500, url: 2_048 } as const
/** About so much of them search engines show. */
export const SEO_SHOWN = { title: 70, description: 160 } as const

export const SEO_PAGE = 25

/** What the address of the staff's list asks for; an empty text asks for nothing. */
export type SeoSearch = { type: SeoEntityType | ''; entity: string; page: number }

export function parseSeoSearch(params: URLSearchParams): SeoSearch {
  return {
    type: SEO_TYPES.find((type) => type === params.get('type')) ?? '',
    entity: (params.get('entity') ?? '').replaceAll('\0', '').trim().slice(0, SEO_LIMITS.entity),
    page: toPageNumber(params.get('page') ?? ''),
  }
}

export function seoPath({ type, entity, page }: SeoSearch) {
  const asked = Object.entries({ type, entity, page: page > 1 ? String(page) : '' }).filter(([, value]) => value)
  return asked.length > 0 ? `/admin/seo?${new URLSearchParams(Object.fromEntries(asked))}` : '/admin/seo'
}
