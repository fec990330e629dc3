import type { SeoEntityType } from '~/db/schema'
import type { FieldTable } from '~/http/field-table'
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

/** The longest slug or path, in characters. */
export const SEO_ENTITY_MAX = 200
/** The approximate lengths that search engines show, in characters. */
export const SEO_SHOWN = { title: 70, description: 160 } as const

/** `entity` is the slug of a row, or the path of a page. */
export const SEO_FIELDS = {
  entity_type: { label: 'About', kind: 'choice', required: true, choices: SEO_TYPE_LABELS },
  entity: {
    label: 'Slug or path',
    kind: 'line',
    required: true,
    max: SEO_ENTITY_MAX,
    hint: 'quillstack for a deal, design-media for a category, /about for a page. You can also paste the full URL.',
  },
  meta_title: {
    label: 'Title',
    kind: 'line',
    max: 200,
    counter: true,
    hint: `Search engines show about ${SEO_SHOWN.title} characters.`,
  },
  meta_description: {
    label: 'Description',
    kind: 'text',
    max: 500,
    counter: true,
    hint: `Search engines show about ${SEO_SHOWN.description} characters.`,
  },
  og_title: { label: 'Title when shared', kind: 'line', max: 200, counter: true },
  og_description: { label: 'Description when shared', kind: 'text', max: 500, counter: true },
  og_image_url: { label: 'Image when shared', kind: 'url', hint: '1200 x 630 pixels work best.' },
} as const satisfies FieldTable

export const SEO_PAGE = 25

/** The parameters of the staff's list of entries. */
const search = defineSearch({
  type: choiceParam(SEO_TYPES),
  entity: textParam(SEO_ENTITY_MAX),
  page: pageParam,
})
export type SeoSearch = typeof search.defaults

export const parseSeoSearch = search.parse
export const seoPath = (asked: Partial<SeoSearch>) => search.path('/admin/seo', asked)
