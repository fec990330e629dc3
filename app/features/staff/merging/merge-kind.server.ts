import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DB } from '~/db/schema'
import type { AuditDetail } from '~/features/people/audit/audit.server'
import type { Fate, FateLine, LedgerRow, MergeHead, MergeKindName } from './merging'

/** The columns of a record that every kind has. */
export type MergeRow = {
  id: string
  name: string
  slug: string
  /** Its public addresses, present and former, which redirect after a merge. */
  slugs: string[]
  counts: Record<string, number>
}

type Count = {
  label: string
  /** How many a record has, as SQL. */
  of: RawBuilder<unknown>
  /** The line about those that move. */
  moves?(count: number): string
}

type Description = {
  /** Rows of the ledger before the counts, and after them. */
  facts?: LedgerRow[]
  further?: LedgerRow[]
  result?: LedgerRow
  /** Of a count, what both records have, which does not move. */
  both?: Record<string, number>
  /** Of a count, what is gone afterwards. */
  less?: Record<string, number>
  moves?: FateLine[]
  stays?: Fate
  redirects?: FateLine[]
  deleted?: FateLine[]
  lead?: string
  /** Whether two products are suggested as the same, and whether staff decided that they are not. */
  pair?: { isSuggested: boolean; isDifferent: boolean }
}

/** A kind of record that can be merged. The methods are declared as such, so that kinds with own columns fit into one table. */
export type MergeKind<Row extends MergeRow = MergeRow> = {
  kind: MergeKindName
  plural: string
  /** What the two are confirmed to be, if not the noun. */
  same?: string
  table: 'deals' | 'products' | 'vendors' | 'categories'
  /** The columns of a row that the kind has besides. */
  columns?: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /** Shown, and stored in the audit log. */
  counts: Record<string, Count>
  /** Tables whose rows move as they are, with the column that refers to the record, in this order. */
  moves: readonly (readonly [table: keyof DB, column: string])[]
  /** Tables with one row per person or pair, which are combined before the rest moves. */
  combines: readonly (keyof DB)[]
  /** Tables whose rows are deleted with the record. */
  leaves: readonly (keyof DB)[]
  follows?: 'vendor_id' | 'category_id'
  redirects?: { table: keyof DB; column: string /** The column for the former name. */; name?: string }
  /** A count that one transaction can move at most, and what to do about a larger one. */
  limit?: { count: string; max: number; advice: string }
  lock(trx: Trx, id: string, into: string): Promise<unknown>
  /** Why two different records of this kind cannot be merged. */
  findProblem?(from: Row, into: Row): string | undefined
  /** Combines what may exist once. Returns what else the audit log stores. */
  beforeMove?(trx: Trx, from: Row, into: Row): Promise<AuditDetail | undefined>
  remove?(trx: Trx, id: string): Promise<unknown>
  afterMove?(trx: Trx, into: Row): Promise<unknown>
  head(row: Row): Omit<MergeHead, 'id' | 'name'>
  describe(from: Row, into: Row): Promise<Description>
  others: Others
}

/** How the other record is found: SQL about the record `this` and a candidate `other`. */
type Others = {
  label: string
  columns: string[]
  /** Joins of the candidate, for its columns. */
  joins?: RawBuilder<unknown>
  cells: RawBuilder<unknown>
  /** What words are searched in; the name if it is not given. */
  text?: RawBuilder<unknown>
  /** Another match of the words. */
  matches?(words: string): RawBuilder<unknown>
  /** Whether a candidate is listed without words. */
  suggested: RawBuilder<unknown>
  /** Whether the two can be merged. */
  possible?: RawBuilder<unknown>
}

export const countSql = (rows: RawBuilder<unknown>) => sql`(select count(*) from ${rows})`
