import type { listManagedVendors } from '~/features/catalog/vendors/managed-vendors.server'
import { VENDOR_STATUS_LABELS } from '~/features/catalog/vendors/vendor'
import { manageVendorsPath, type VendorSearch } from '~/features/catalog/vendors/vendor-search'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { RecordTable } from '~/ui/record-table'
import { SortHead } from '~/ui/sort-head'

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

export function VendorTable({ vendors, search }: { vendors: Vendor[]; search: VendorSearch }) {
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
