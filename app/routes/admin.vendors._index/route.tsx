import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listManagedVendors } from '~/features/catalog/vendors/managed-vendors.server'
import { VENDOR_LIMITS, VENDOR_STATUS_LABELS } from '~/features/catalog/vendors/vendor'
import { manageVendorsPath, parseVendorSearch, type VendorSearch } from '~/features/catalog/vendors/vendor-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { EmptyState } from '~/ui/empty-state'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import { SortHead } from '~/ui/sort-head'

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
      <FilterBar
        label="Vendors"
        action="/admin/vendors"
        search={
          <SearchField
            id="q"
            label="Search"
            placeholder="Search by name..."
            maxLength={VENDOR_LIMITS.name}
            defaultValue={search.q}
          />
        }
      >
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

const BY_NAME = [
  ['', 'ascending'],
  ['name-desc', 'descending'],
] as const
const BY_PRODUCTS = [
  ['products', 'descending'],
  ['products-asc', 'ascending'],
] as const
const BY_OFFERS = [
  ['offers', 'descending'],
  ['offers-asc', 'ascending'],
] as const

type Vendor = Awaited<ReturnType<typeof listManagedVendors>>['vendors'][number]

function VendorTable({ vendors, search }: { vendors: Vendor[]; search: VendorSearch }) {
  const sorting = {
    sort: search.sort,
    pathOf: (sort: VendorSearch['sort']) => manageVendorsPath({ ...search, sort, page: 1 }),
  }
  return (
    <RecordTable
      label="Vendors"
      columns={[
        { label: 'Vendor', head: <SortHead label="Vendor" orders={BY_NAME} sorting={sorting} /> },
        'Status',
        'Website',
        { label: 'Products', head: <SortHead label="Products" orders={BY_PRODUCTS} sorting={sorting} /> },
        { label: 'Offers', head: <SortHead label="Offers" orders={BY_OFFERS} sorting={sorting} /> },
      ]}
      rows={vendors.map(({ id, name, status, website_url, products, offers }) => ({
        id,
        name,
        to: `/admin/vendors/${id}`,
        cells: [
          VENDOR_STATUS_LABELS[status],
          website_url ? (
            <OutsideLink key="website" url={website_url}>
              {shortUrl(website_url)}
            </OutsideLink>
          ) : null,
          products.toLocaleString('en-US'),
          offers.toLocaleString('en-US'),
        ],
      }))}
    />
  )
}
