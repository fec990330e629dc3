import { defineSearch, type Param, pageParam, textParam } from '~/http/params'

/** From this number on, the list has one letter a page. */
export const LETTERS_FROM = 200
export const VENDORS_PER_PAGE = 500
export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '#']

const letter: Param<string> = { default: '', parse: (text) => LETTERS.find((one) => one === text.toUpperCase()) }

/** The parameters of the public list of vendors. */
const search = defineSearch({ q: textParam(200), letter, page: pageParam })
export type VendorListSearch = typeof search.defaults

export const parseVendorList = search.parse
export const vendorListPath = (asked: Partial<VendorListSearch>) => search.path('/vendors', asked)
