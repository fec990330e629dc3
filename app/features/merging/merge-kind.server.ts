import { type RawBuilder, sql } from 'kysely'
import type { Executor, Trx } from '~/db/executor'
import type { DB } from '~/db/schema'
import type { User } from '~/features/accounts/guards.server'
import type { Fate, FateLine, LedgerRow, MergeHead, MergeKindName } from './merging'

/** The columns of a record that every kind has. */
export type MergeRow = {
  id: string
  name: string
  slug: string
  product_id?: string
  /** Its public addresses, present and former, which redirect after a merge. */
  slugs: string[]
}

type Description = { rows: LedgerRow[]; result?: LedgerRow; fates: Fate[]; lead?: string; pair?: PairState }
/** Whether two products are suggested as the same, and whether staff decided that they are not. */
type PairState = { isSuggested: boolean; isDifferent: boolean }
type Count = string | number | boolean | null

/**
 * A kind of record that can be merged. Its methods are declared as such, so that kinds with rows of their own fit into
 * one table.
 */
export type MergeKind<Row extends MergeRow = MergeRow> = {
  kind: MergeKindName
  plural: string
  /** What the two are confirmed to be, if not the noun. */
  same?: string
  table: 'deals' | 'products' | 'vendors' | 'categories'
  /** Tables whose rows move as they are, with the column that refers to the record, in this order. */
  moves: readonly (readonly [table: keyof DB, column: string])[]
  /** Tables with one row per person or pair, which are combined before the rest moves. */
  combines: readonly (keyof DB)[]
  /** Tables whose rows are deleted with the record. */
  leaves: readonly (keyof DB)[]
  follows?: 'product_id' | 'vendor_id' | 'category_id'
  redirects?: { table: keyof DB; column: string /** The column for the former name. */; name?: string }
  /** Counts of a record by their label. The audit log stores them. */
  counts: Record<string, string>
  /** A count that one transaction can move at most, and what to do about a larger one. */
  limit?: { count: string; max: number; advice: string }
  find(executor: Executor, id: string): Promise<Row | undefined>
  lock(trx: Trx, id: string, into: string): Promise<unknown>
  /** Why two different records of this kind cannot be merged. */
  findProblem?(from: Row, into: Row): string | undefined
  /** Combines what may exist once. Returns what else the audit log stores. */
  beforeMove?(trx: Trx, from: Row, into: Row): Promise<Record<string, Count> | undefined>
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
  cells: RawBuilder<string[]>
  /** What words are searched in. */
  text: RawBuilder<unknown>
  /** Another match of the words. */
  matches?(words: string): RawBuilder<boolean>
  /** Whether a candidate is listed without words. */
  suggested: RawBuilder<boolean>
  /** Whether the two can be merged, and this user may do it. */
  possible?(user: User): RawBuilder<boolean>
}

export const count = (value: number) => value.toLocaleString('en-US')

export function countRow(what: string, stays: number, goes: number, after = stays + goes): LedgerRow {
  return { what, stays: count(stays), goes: count(goes), after: count(after) }
}

/** The counts of a kind as rows of the ledger. `both`: what the two have in common, of which one stays. */
export function countRows<Key extends string>(
  labels: Record<Key, string>,
  from: Record<NoInfer<Key>, number>,
  into: Record<NoInfer<Key>, number>,
  both: Partial<Record<NoInfer<Key>, number>> = {},
) {
  const keys = Object.keys(labels) as Key[]
  return keys.map((key) => countRow(labels[key], into[key], from[key], into[key] + from[key] - (both[key] ?? 0)))
}

export function moving(lines: FateLine[]): Fate {
  return { icon: 'arrow-right', title: 'Moves', lines: lines.length > 0 ? lines : ['Nothing, it is empty'] }
}

export function redirecting(folder: string, from: MergeRow, into: MergeRow, further: FateLine[] = []): Fate {
  const to = `/${folder}/${into.slug}`
  return {
    icon: 'link',
    title: 'Redirects',
    lines: [...from.slugs.map((slug) => ({ from: `/${folder}/${slug}`, to })), ...further],
  }
}

/** A number in a column of the candidates. */
export const countSql = (of: RawBuilder<unknown>) => sql`to_char((select count(*) from ${of}), 'FM999,999,999')`
