import { choiceParam, defineSearch, pageParam, textParam } from '~/http/params'
import { PRODUCT_LIMITS } from './product'

/** The orders of the list besides the default, by name from A to Z. */
const PRODUCT_SORTS = ['name-desc', 'offers', 'offers-asc'] as const

const OFFER_FILTERS = ['several', 'none-open'] as const

/**
 * The parameters of the staff's list of products. `suggestions=all` shows every suggested pair in its place.
 */
const search = defineSearch({
  q: textParam(PRODUCT_LIMITS.name),
  offers: choiceParam(OFFER_FILTERS),
  sort: choiceParam(PRODUCT_SORTS),
  suggestions: choiceParam(['all']),
  page: pageParam,
})
export type ProductSearch = typeof search.defaults

export const parseProductSearch = search.parse
export const manageProductsPath = (asked: Partial<ProductSearch>) => search.path('/admin/products', asked)
