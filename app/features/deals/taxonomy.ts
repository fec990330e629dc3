/** The two taxonomies of deals, for the lists and pages that they share. */
export const TAXONOMIES = {
  category: { noun: 'Category', plural: 'Categories', path: '/categories', icon: 'folder-open' },
  platform: { noun: 'Platform', plural: 'Platforms', path: '/platforms', icon: 'store' },
} as const

export type Taxonomy = keyof typeof TAXONOMIES
