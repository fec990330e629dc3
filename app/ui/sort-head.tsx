import { Link } from '@remix-run/react'
import { classes } from './classes'
import { Icon } from './icon'

/** The sort of a list, '' for its default order, and the address of the list in another one. */
export type Sorting<Sort extends string> = { sort: Sort | ''; pathOf: (sort: Sort | '') => string }

type Order<Sort extends string> = readonly [sort: Sort | '', direction: 'ascending' | 'descending']

type SortHeadProps<Sort extends string> = {
  label: string
  /**
   * The orders by this column, the most useful one first. Each press takes the next, the last one the default order.
   */
  orders: readonly Order<Sort>[]
  sorting: Sorting<Sort>
  className?: string
}

/** The head of a column by which a list can be sorted: a link, so that the sort is in the address. */
export function SortHead<Sort extends string>({ label, orders, sorting, className }: SortHeadProps<Sort>) {
  const { sort, pathOf } = sorting
  const at = orders.findIndex(([one]) => one === sort)
  const next = orders[at + 1]?.[0] ?? ''
  const direction = orders[at]?.[1]
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <Link
        to={pathOf(next)}
        discover="none"
        preventScrollReset
        className={classes(
          '-my-3 inline-flex min-h-control items-center gap-1 hover:text-foreground cards:my-0',
          direction ? 'text-foreground no-underline' : 'underline decoration-dotted underline-offset-[0.3em]',
        )}
      >
        {label}
        {direction ? (
          <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} className="size-[1.05em]" />
        ) : null}
      </Link>
    </th>
  )
}
