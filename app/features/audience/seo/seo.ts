import type { SeoEntityType } from '~/db/schema'
import { choiceParam, defineSearch, pageParam, textParam } from '~/http/params'

export const SEO_TYPES = ['DEAL', 'CATEGORY', 'PLATFORM', 'PAGE'] as const satisfies SeoEntityType[]
export const SEO_TYPE_LABELS: Record<SeoEntityType, string> = {
  DEAL: 'Deal',
  CATEGORY: 'Category',
  PLATFORM: 'Platform',
  PAGE: 'Page',
}

/** The path prefixes of each type's pages. */
export const SEO_ROOTS: Record<SeoEntityType, string> = {
  DEAL: '/deals/',
  CATEGORY: '/categories/',
  PLATFORM: '/platforms/',
  PAGE: '',
}

/** In characters, as in the database's constraints. */
export const SEO_LIMITS = { entity: 200, title: 200, description: 500, url: 2_048 } as const
/** The approximate lengths that search engines show, in characters. */
export const SEO_SHOWN = { title: 70, description: 160 } as const

export const SEO_PAGE = 25

/** The parameters of the staff's list of entries. */
const search = defineSearch({
  type: choiceParam(SEO_TYPES),
  entity: textParam(SEO_LIMITS.entity),
  page: pageParam,
})
export type SeoSearch = typeof search.defaults

export const parseSeoSearch = search.parse
export const seoPath = (asked: Partial<SeoSearch>) => search.path('/admin/seo', asked)
