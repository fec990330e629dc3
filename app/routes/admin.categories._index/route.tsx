import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { listManagedCategories } from '~/features/categories/manage-categories.server'
import { formatDealCount } from '~/features/deals/listing-count'
import { manageSearchParams } from '~/features/deals/manage-search'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'

const TITLE = 'Manage Categories'
const LEAD = 'Categories for deals, on two levels.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/categories', isIndexed: false })
  return { head, categories: await listManagedCategories() }
}

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function CategoriesScreen() {
  const { categories } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={TITLE} lead={LEAD}>
        <ButtonLink to="/admin/categories/new" icon="plus">
          New Category
        </ButtonLink>
      </ScreenHead>
      {categories.length === 0 ? <EmptyState icon="folder-open" title="No categories available" /> : null}
      <RecordTable
        label="Categories"
        columns={['Name', 'URL', 'Deals']}
        rows={categories.map(({ id, name, slug, depth, deals }) => ({
          id,
          name,
          to: `/admin/categories/${id}`,
          depth,
          cells: [
            <Link
              key="address"
              className="link"
              to={`/categories/${slug}`}
              discover="none"
            >{`/categories/${slug}`}</Link>,
            <Link
              key="deals"
              className="link"
              to={`/admin/deals?${manageSearchParams({ category: slug })}`}
              discover="none"
            >
              {formatDealCount(deals)}
            </Link>,
          ],
        }))}
      />
    </>
  )
}
