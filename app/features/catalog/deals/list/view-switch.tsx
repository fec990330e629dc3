import { Link } from '@remix-run/react'
import { Icon } from '~/ui/icon'
import { dealListPath } from './active-filters'
import { type DealSearch, inView } from './deal-search'

/** Cards or rows, with the same filters and sort. Both links name their view, which is how it is remembered. */
export function ViewSwitch({ search }: { search: DealSearch }) {
  const grid = dealListPath(inView(search, ''))
  return (
    <nav className="view-switch" aria-label="View">
      <Link
        to={`${grid}${grid.includes('?') ? '&' : '?'}view=grid`}
        aria-current={search.view === '' ? 'true' : undefined}
        discover="none"
        data-no-prefetch=""
      >
        <Icon name="layout-grid" />
        Grid
      </Link>
      <Link
        to={dealListPath(inView(search, 'list'))}
        aria-current={search.view === 'list' ? 'true' : undefined}
        discover="none"
        data-no-prefetch=""
      >
        <Icon name="list" />
        List
      </Link>
    </nav>
  )
}
