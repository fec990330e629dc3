import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listCategoryTree } from '~/features/catalog/categories/categories.server'
import { withDealCounts } from '~/features/catalog/taxonomy/dependent-deals.server'
import { parseTaxonomySearch } from '~/features/catalog/taxonomy/taxonomy'
import { TaxonomyScreen } from '~/features/catalog/taxonomy/taxonomy-screen'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'

const TITLE = 'Manage Categories'
const LEAD = 'Categories for deals, on two levels.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/categories', isIndexed: false })
  const categories = await withDealCounts('category', await listCategoryTree())
  return { head, search: parseTaxonomySearch(request.url), categories }
}

export default function ManageCategoriesPage() {
  const { search, categories } = useLoaderData<typeof loader>()
  return <TaxonomyScreen kind="category" title={TITLE} lead={LEAD} rows={categories} search={search} />
}
