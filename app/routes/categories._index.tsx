import { useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { listTopCategories } from '~/features/catalog/categories/categories.server'
import { describeOpenDeals } from '~/features/catalog/taxonomy/listing-count'
import { TaxonomyIndex } from '~/features/catalog/taxonomy/taxonomy-index'
import { orEmpty } from '~/http/responses.server'

const LEAD = 'Every deal belongs to one category.'

export async function loader() {
  const [categories, head] = await Promise.all([
    orEmpty(undefined, listTopCategories()),
    describePage({ title: 'Categories', description: LEAD, path: '/categories' }),
  ])
  return { categories: categories ?? [], isUnreachable: categories === undefined, head }
}

export default function CategoriesPage() {
  const { categories, isUnreachable } = useLoaderData<typeof loader>()
  const items = categories.map(({ description, counts, ...category }) => ({
    ...category,
    text: description,
    count: describeOpenDeals(counts),
  }))
  return <TaxonomyIndex kind="category" lead={LEAD} items={items} isUnreachable={isUnreachable} />
}
