import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listManagedVendors } from '~/features/catalog/vendors/managed-vendors.server'
import { VENDOR_FIELDS, VENDOR_STATUS_LABELS } from '~/features/catalog/vendors/vendor'
import { manageVendorsPath, parseVendorSearch } from '~/features/catalog/vendors/vendor-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { BY_NAME, byNumber, type Column, ListScreen, RowName } from '~/ui/list-screen'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { pluralize } from '~/ui/pluralize'

const TITLE = 'Manage Vendors'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = parseVendorSearch(new URL(request.url).searchParams)
  const description = 'Makers of the products, their status and their names.'
  const head = pageHead({ title: TITLE, description, path: '/admin/vendors', isIndexed: false })
  return { head, search, ...(await listManagedVendors(search)) }
}

type Vendor = Awaited<ReturnType<typeof listManagedVendors>>['vendors'][number]

const COLUMNS: Column<Vendor>[] = [
  {
    label: 'Vendor',
    sort: BY_NAME,
    cell: ({ id, name }) => <RowName to={`/admin/vendors/${id}`} name={name} />,
  },
  { label: 'Status', cell: ({ status }) => VENDOR_STATUS_LABELS[status] },
  {
    label: 'Website',
    cell: ({ website_url }) =>
      website_url ? <OutsideLink url={website_url}>{shortUrl(website_url)}</OutsideLink> : null,
  },
  {
    label: 'Products',
    sort: byNumber('products'),
    cell: ({ products }) => products.toLocaleString('en-US'),
  },
  {
    label: 'Offers',
    sort: byNumber('offers'),
    cell: ({ offers }) => offers.toLocaleString('en-US'),
  },
]

export default function ManageVendorsPage() {
  const { search, vendors, count, pages } = useLoaderData<typeof loader>()
  const name = { id: 'q', label: 'Search', placeholder: 'Search by name...', maxLength: VENDOR_FIELDS.name.max }
  return (
    <ListScreen
      head={TITLE}
      lead={pluralize(count, 'vendor')}
      filters={{ search: { ...name, defaultValue: search.q } }}
      label="Vendors"
      columns={COLUMNS}
      rows={vendors}
      empty={{
        icon: 'building-2',
        title: 'No vendors yet',
        text: 'Vendors come with the deals that name them.',
        found: 'No vendors found',
      }}
      search={search}
      pathOf={manageVendorsPath}
      pages={pages}
    />
  )
}
