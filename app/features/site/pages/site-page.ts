import type { FooterGroup } from '~/db/schema'

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

/** In characters, as in the database; `pages` are those with a URL under /pages, and the imprint. */
export const PAGE_LIMITS = { title: 100, description: 300, body: 50_000, pages: 200 } as const
