import type { ComponentProps } from 'react'
import { PRODUCT_LIMITS } from '~/features/catalog/products/product'
import { manageProductsPath } from '~/features/catalog/products/product-search'
import { EmptyState } from '~/ui/empty-state'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { SelectField } from '~/ui/select-field'
import { ProductTable } from './product-table'

const OFFERS = [
  { value: '', label: 'Any number' },
  { value: 'several', label: 'More than one' },
  { value: 'none-open', label: 'None open' },
]

export function ProductList({ products, search, mayMerge }: ComponentProps<typeof ProductTable>) {
  return (
    <>
      <FilterBar label="Products" action="/admin/products">
        <SearchField
          id="q"
          label="Search by product or vendor"
          placeholder=""
          maxLength={PRODUCT_LIMITS.name}
          defaultValue={search.q}
        />
        <SelectField id="offers" name="offers" label="Offers" options={OFFERS} defaultValue={search.offers} />
        {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
      </FilterBar>
      {products.length > 0 ? (
        <ProductTable products={products} search={search} mayMerge={mayMerge} />
      ) : manageProductsPath(search) === '/admin/products' ? (
        <EmptyState
          icon="package"
          title="No products yet"
          text="Products come with the deals that are offers of them."
        />
      ) : (
        <NoMatches title="No products found" clear="/admin/products" />
      )}
    </>
  )
}
