import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { imageOf } from '~/features/catalog/pictures/picture'
import type { listManagedProducts } from '~/features/catalog/products/managed-products.server'
import { manageProductsPath, type ProductSearch } from '~/features/catalog/products/product-search'
import { mergePath } from '~/features/staff/merging/merging'
import { Artwork } from '~/ui/artwork'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { NameLink } from '~/ui/name-link'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { pluralize } from '~/ui/pluralize'
import { SortHead } from '~/ui/sort-head'
import { Table } from '~/ui/table'
import { Thumb } from '~/ui/thumb'

const BY_NAME = [
  ['', 'ascending'],
  ['name-desc', 'descending'],
] as const
const BY_OFFERS = [
  ['offers', 'descending'],
  ['offers-asc', 'ascending'],
] as const
const BY_REVIEWS = [
  ['reviews', 'descending'],
  ['reviews-asc', 'ascending'],
] as const

type Product = Awaited<ReturnType<typeof listManagedProducts>>['products'][number]

type ProductTableProps = { products: Product[]; search: ProductSearch; mayMerge: boolean }

export function ProductTable({ products, search, mayMerge }: ProductTableProps) {
  const sorting = {
    sort: search.sort,
    pathOf: (sort: ProductSearch['sort']) => manageProductsPath({ ...search, sort, page: 1 }),
  }
  return (
    <Table label="Products" stack="stacked" className="wrap-anywhere">
      <thead>
        <tr>
          <SortHead label="Product" orders={BY_NAME} sorting={sorting} />
          <th scope="col">Current offer</th>
          <th scope="col">Status</th>
          <SortHead label="Offers" orders={BY_OFFERS} sorting={sorting} />
          <SortHead label="Reviews" orders={BY_REVIEWS} sorting={sorting} />
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <ProductRow key={product.id} product={product} mayMerge={mayMerge} />
        ))}
      </tbody>
    </Table>
  )
}

function ProductRow({ product, mayMerge }: { product: Product; mayMerge: boolean }) {
  const { id, name, vendor, website_url, offers, open, current } = product
  return (
    <tr className="cards:grid-cols-[minmax(0,1fr)_auto]">
      <td className="cards:col-span-2">
        <div className="flex min-w-0 items-center gap-3.5">
          <Thumb size="sm" className="shrink-0">
            <Artwork image={imageOf(current?.picture)} seed={current?.slug ?? id} title={name} />
          </Thumb>
          <div className="min-w-0">
            <b className="block font-bold">
              <NameLink to={`/admin/products/${id}`} discover="none">
                <bdi>{name}</bdi>
              </NameLink>
            </b>
            <span className="text-small text-muted-foreground">
              <bdi>{vendor}</bdi>
            </span>
            {website_url ? (
              <p className="text-caption leading-snug">
                <OutsideLink url={website_url}>{shortUrl(website_url)}</OutsideLink>
              </p>
            ) : null}
          </div>
        </div>
      </td>
      <td>{current ? describe(current) : 'None published'}</td>
      <td className="whitespace-nowrap">
        {current ? <DealStatusBadge status={current.shown_status} /> : <Badge tone="draft">Draft</Badge>}
      </td>
      <td className="cards:order-1">
        <span className="hidden cards:inline text-muted-foreground">Offers </span>
        {`${offers.toLocaleString('en-US')} (${open} open)`}
      </td>
      <td className="cards:col-span-2">{ratingOf(product)}</td>
      <td className="whitespace-nowrap text-end cards:order-1 print:hidden">
        {mayMerge ? (
          <ButtonLink to={mergePath('product', id)} tone="secondary" size="sm">
            Merge
            <span className="sr-only">
              {' '}
              <bdi>{name}</bdi>
            </span>
          </ButtonLink>
        ) : null}
      </td>
    </tr>
  )
}

function describe({ deal_price, currency, platform, shown_status, start_date }: NonNullable<Product['current']>) {
  const price = deal_price === null ? 'No price' : formatMoney(deal_price, currency)
  return shown_status === 'UPCOMING' ? `${price} from ${formatDate(start_date)}` : `${price} on ${platform}`
}

function ratingOf({ average, offers, reviews }: Product) {
  if (average === null) return 'No reviews'
  const over = offers > 1 ? ` over ${pluralize(offers, 'offer')}` : ''
  return `${average.toFixed(1)}${over}, ${pluralize(reviews, 'review')}`
}
