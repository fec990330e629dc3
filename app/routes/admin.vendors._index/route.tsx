import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listManagedVendors } from '~/features/catalog/vendors/managed-vendors.server'
import { VENDOR_LIMITS } from '~/features/catalog/vendors/vendor'
import { manageVendorsPath, parseVendorSearch } from '~/features/catalog/vendors/vendor-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { EmptyState } from '~/ui/empty-state'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { VendorTable } from './vendor-table'

const TITLE = 'Manage Vendors'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseVendorSearch(new URL(request.url).searchParams)
  const description = 'Makers of the products, their status and their names.'
  const head = pageHead({ title: TITLE, description, path: '/admin/vendors', isIndexed: false })
  return { head, search, ...(await listManagedVendors(search)) }
}

export default function ManageVendorsPage() {
  const { search, vendors, count, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={TITLE} lead={pluralize(count, 'vendor')} />
      <FilterBar label="Vendors" action="/admin/vendors">
        <SearchField
          id="q"
          label="Search"
          placeholder="Search by name..."
          maxLength={VENDOR_LIMITS.name}
          defaultValue={search.q}
        />
        {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
      </FilterBar>
      {vendors.length > 0 ? (
        <VendorTable vendors={vendors} search={search} />
      ) : manageVendorsPath(search) === '/admin/vendors' ? (
        <EmptyState icon="building-2" title="No vendors yet" text="Vendors come with the deals that name them." />
      ) : (
        <NoMatches title="No vendors found" clear="/admin/vendors" />
      )}
      <Pagination page={search.page} pageCount={pages} href={(page) => manageVendorsPath({ ...search, page })} />
    </>
  )
}
