import type { Note } from '~/http/foreign-values.server'
import type { Mapping } from './columns'
import type { VendorRule } from './csv-import'

/** How a file is read and written, as stored with its import. */
export type ImportOptions = {
  columns?: Mapping
  vendor?: VendorRule
  /** Whether lists with commas are split. */
  splitsLists?: boolean
  /** Whether the month comes first in dates that can be read in two ways. */
  monthFirst?: boolean
  /** Whether public deals stay public and keep their status. */
  keepsLive?: boolean
  /** Whether categories and platforms that do not exist are created. */
  createsMissing?: boolean
  /** For names that do not exist: the id of the category or platform that is meant, or that their rows are errors. */
  names?: Record<TaxonomyKind, Record<string, { id: string } | 'error'>>
}

export const TAXONOMY_KINDS = ['category', 'platform'] as const
export type TaxonomyKind = (typeof TAXONOMY_KINDS)[number]

/** A name of the file that does not exist, with the number of its rows. */
export type MissingName = {
  /** In lower case, with spaces between its words: "Vendor website" and "vendor-website" are one. */
  key: string
  name: string
  rows: number
  /** The id that it will have, if it is going to be created. */
  id?: string
}

/** How many values of a file were read differently, with an example of each kind. */
export type Readings = Partial<Record<Note, { count: number; before: string; after: string }>>

/** What a check has found besides the outcomes of the rows. */
export type ImportSummary = {
  /** The first three cells of each column of the file. */
  samples?: string[][]
  readings?: Readings
  /** A date that can be read in two ways. */
  unclearDate?: string
  missing?: Record<TaxonomyKind, MissingName[]>
  touched?: TouchedDeals
  warnings?: RowWarnings
  /** Of the valid rows, at most a year ahead. */
  latestStart?: string
}

/** Existing deals that are going to change: how many are live, and how many have these statuses. */
export type TouchedDeals = { live: number; ending_soon: number; expired: number; upcoming: number }

/** Problems of rows that do not prevent the import, with their first rows. */
export type RowWarnings = {
  /** Deals with a price above their original price. */
  overpriced: CountedRows
  /** Deals whose discount is left out, because they have both prices. */
  discounted: CountedRows
  /** Links in the column of the plain address that may earn someone else a commission. */
  tracking: CountedRows
}
type CountedRows = { count: number; rows: number[] }
