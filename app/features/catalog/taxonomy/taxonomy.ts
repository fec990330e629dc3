import { choiceParam, defineSearch, textParam } from '~/http/params'

/** The two taxonomies of deals, for the lists and pages that they share. */
export const TAXONOMIES = {
  category: { noun: 'Category', plural: 'Categories', path: '/categories', icon: 'folder-open' },
  platform: { noun: 'Platform', plural: 'Platforms', path: '/platforms', icon: 'store' },
} as const

export type Taxonomy = keyof typeof TAXONOMIES

/**
 * The staff's list of a taxonomy has all rows on one page, so any order is cheap: the default is by name, subcategories
 * below their parents. Numbers of deals are counted up to a cap, above which rows stay in the order of their names.
 */
const search = defineSearch({ q: textParam(100), sort: choiceParam(['deals', 'deals-asc'] as const) })
export type TaxonomySearch = typeof search.defaults

export const parseTaxonomySearch = (url: string) => search.parse(new URL(url).searchParams)
export const taxonomyPath = (kind: Taxonomy, asked: Partial<TaxonomySearch>) =>
  search.path(`/admin${TAXONOMIES[kind].path}`, asked)

type Counted = { name: string; full_name?: string; deals: number; depth?: number }

/** The rows whose name contains the search text. Away from their parents, subcategories have their full name. */
export function searchTaxonomy<Row extends Counted>(rows: Row[], { q, sort }: TaxonomySearch): Row[] {
  if (!q && !sort) return rows
  const found = rows
    .map((row) => ({ ...row, name: row.full_name ?? row.name, depth: 0 }))
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  if (!sort) return found
  const factor = sort === 'deals' ? -1 : 1
  return found.sort((a, b) => factor * (a.deals - b.deals))
}

/** The longest text of each field, in characters; the database holds the same limits. */
export const CATEGORY_LIMITS = { name: 100, description: 1_000 } as const
