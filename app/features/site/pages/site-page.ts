import type { FooterGroup } from '~/db/schema'
import type { FieldTable, ValuesOf } from '~/http/field-table'

/** The pages that come with a text of the program, with the column of the footer that links them. */
export const BUILT_IN_PAGES = {
  about: 'Company',
  contact: 'Company',
  faq: 'Company',
  guidelines: 'Transparency',
  terms: 'Legal',
  privacy: 'Legal',
} as const
export type BuiltInPage = keyof typeof BUILT_IN_PAGES

export function isBuiltIn(slug: string): slug is BuiltInPage {
  return Object.hasOwn(BUILT_IN_PAGES, slug)
}

/** The page of the program that has no text until staff write one. */
export const IMPRINT = 'imprint'

/** The pages whose second level headings are questions, which open one at a time. */
export const hasQuestions = (slug: string) => slug === 'faq' || slug === 'contact'

export const sitePagePath = (slug: string) => (isBuiltIn(slug) || slug === IMPRINT ? `/${slug}` : `/pages/${slug}`)

export const FOOTER_GROUPS: Record<FooterGroup, string> = { COMPANY: 'Company', LEGAL: 'Legal' }

/** Pages with a URL under /pages, and the imprint. */
export const PAGES_MAX = 200

export const PAGE_FIELDS = {
  title: { label: 'Title', kind: 'line', required: true, max: 100 },
  description: { label: 'Description', kind: 'line', max: 300, hint: 'For search engines.' },
  footer_group: { label: 'Footer group', kind: 'choice', choices: FOOTER_GROUPS },
  body: { label: 'Body', kind: 'text', max: 50_000 },
  body_after: { label: 'Text after the list', kind: 'text', max: 50_000 },
} as const satisfies FieldTable

export type PageValues = ValuesOf<typeof PAGE_FIELDS>
