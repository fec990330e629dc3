import { choiceParam, defineSearch, pageParam, textParam } from '~/http/params'
import { VENDOR_FIELDS } from './vendor'

/** The orders of the list besides the default, by name from A to Z. */
const VENDOR_SORTS = ['name-desc', 'products', 'products-asc', 'offers', 'offers-asc'] as const

/** The parameters of the staff's list of vendors. */
const search = defineSearch({
  q: textParam(VENDOR_FIELDS.name.max),
  sort: choiceParam(VENDOR_SORTS),
  page: pageParam,
})
export type VendorSearch = typeof search.defaults

export const parseVendorSearch = search.parse
export const manageVendorsPath = (asked: Partial<VendorSearch>) => search.path('/admin/vendors', asked)
