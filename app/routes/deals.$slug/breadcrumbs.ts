import type { PublishedDeal } from '~/features/catalog/deals/page/deal-page.server'

/** From the list of deals down to the deal; the last one is the page itself. */
export function breadcrumbsOf({ slug, title, category }: Pick<PublishedDeal, 'slug' | 'title' | 'category'>) {
  const categories = category.parent ? [category.parent, category] : [category]
  return [
    { label: 'Deals', path: '/deals' },
    ...categories.map(({ name, slug }) => ({ label: name, path: `/categories/${slug}` })),
    { label: title, path: `/deals/${slug}` },
  ]
}
