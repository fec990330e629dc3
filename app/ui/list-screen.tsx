import { Link } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { CursorPager } from './cursor-pager'
import { EmptyState } from './empty-state'
import { FilterBar, SearchField } from './filter-bar'
import { NoMatches } from './no-matches'
import { Pagination } from './pagination'
import { ScreenHead } from './screen-head'
import { SortHead } from './sort-head'
import { Table } from './table'

/** The part of a list's parameters that its columns and pages change. */
type Search = { sort?: string; page?: number; before?: string; after?: string }

/** A column of a list. `sort` names the orders by this column, the most useful one first. */
export type Column<Row, Sort extends string = string> = {
  label: string
  sort?: ComponentProps<typeof SortHead<Sort>>['orders']
  /** The label is for screen readers only. */
  isUnlabeled?: boolean
  /** Of its cells. */
  className?: string
  headClassName?: string
  cell(row: Row): ReactNode
}

/** The orders of a column with names, by which the list is sorted at first. */
export const BY_NAME = [
  ['', 'ascending'],
  ['name-desc', 'descending'],
] as const

/** The orders of a column with numbers. */
export const byNumber = <Sort extends string>(sort: Sort) =>
  [
    [sort, 'descending'],
    [`${sort}-asc`, 'ascending'],
  ] as const

type ListRow = { id: string | number }

type Filters = {
  search?: ComponentProps<typeof SearchField>
  /** The other filters. */
  fields?: ReactNode
  isLong?: boolean
}

type ListScreenProps<Row extends ListRow, Asked extends Search> = ListTableProps<Row, Asked> & {
  /** The title of the screen. */
  head: string
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** What comes before the filters: tabs, errors. */
  above?: ReactNode
  /** Not shown while the list has no rows at all. */
  filters?: Filters
  /** Between the filters and the rows: set filters, what is done to several rows. */
  bar?: ReactNode
  /** Without rows; `found` is the title where filters match none. */
  empty: ComponentProps<typeof EmptyState> & { found?: string }
  /** After the list. */
  children?: ReactNode
} & ({ pages?: number; cursor?: undefined } | { cursor: ComponentProps<typeof CursorPager>; pages?: undefined })

/** A list of staff: title, filters, table, pages. */
export function ListScreen<Row extends ListRow, Asked extends Search>(props: ListScreenProps<Row, Asked>) {
  const { head, lead, actions, above, filters, bar, empty, children, pages = 1, cursor, ...table } = props
  const { label, rows, pathOf, search = {} as Asked } = table
  const { found, ...nothing } = empty
  const unfiltered = pathOf?.({}) ?? ''
  const isFiltered = pathOf !== undefined && pathOf(search) !== unfiltered
  return (
    <>
      <ScreenHead title={head} lead={lead}>
        {actions}
      </ScreenHead>
      {above}
      {filters && pathOf && (rows.length > 0 || isFiltered) ? (
        <FilterBar
          label={label}
          action={unfiltered}
          isLong={filters.isLong}
          search={filters.search ? <SearchField key={filters.search.defaultValue} {...filters.search} /> : null}
        >
          {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
          {filters.fields}
        </FilterBar>
      ) : null}
      {bar}
      {rows.length > 0 ? (
        <ListTable {...table} />
      ) : isFiltered ? (
        <NoMatches title={found ?? nothing.title} clear={unfiltered} />
      ) : (
        <EmptyState {...nothing} />
      )}
      {pathOf ? (
        <Pagination page={search.page ?? 1} pageCount={pages} href={(page) => pathOf({ ...search, page })} />
      ) : null}
      {cursor ? <CursorPager {...cursor} /> : null}
      {children}
    </>
  )
}

type ListTableProps<Row extends ListRow, Asked extends Search> = {
  /** What the rows are, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  /** How it fits into a narrow page, see `Table`. */
  stack?: ComponentProps<typeof Table>['stack']
  /** Depth in a tree, 0 for the top level. */
  depthOf?(row: Row): number
  /** The parameters of the list. */
  search?: Asked
  /** The address of the list with other parameters; those that are left out have their defaults. */
  pathOf?(asked: Partial<Asked>): string
}

/** Set in by depth: in a table the name, among cards the whole card. */
const INSETS = [undefined, 'ps-10 cards:ps-0', 'ps-15 cards:ps-0']

export function ListTable<Row extends ListRow, Asked extends Search>(props: ListTableProps<Row, Asked>) {
  const { label, columns, rows, stack = 'stacked', depthOf = () => 0, search, pathOf = () => '' } = props
  // A list in another order begins with its first page.
  const begin = { ...search, page: 1, before: '', after: '' }
  const sorting = { sort: search?.sort ?? '', pathOf: (sort: string) => pathOf({ ...begin, sort } as Partial<Asked>) }
  return (
    <Table label={label} stack={stack} className="wrap-anywhere">
      <thead>
        <tr>
          {columns.map(({ label, sort, isUnlabeled, headClassName }) =>
            sort ? (
              <SortHead key={label} label={label} orders={sort} sorting={sorting} className={headClassName} />
            ) : (
              <th scope="col" key={label} className={headClassName}>
                {isUnlabeled ? <span className="sr-only">{label}</span> : label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={depthOf(row) > 0 ? 'cards:ps-10' : undefined}>
            {columns.map(({ label, className, cell }, index) => (
              <td key={label} className={classes(className, index === 0 && INSETS[Math.min(depthOf(row), 2)])}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The name of a row, which links to its form. */
export function RowName({ to, name }: { to: string; name: string }) {
  return (
    <Link className="link font-semibold text-foreground" to={to} discover="none">
      <bdi>{name}</bdi>
    </Link>
  )
}
