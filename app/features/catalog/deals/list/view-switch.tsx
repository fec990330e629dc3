import { Icon } from '~/ui/icon'
import { GroupLink, LinkGroup } from '~/ui/link-group'
import { type DealSearch, dealListPath, inView } from './deal-filters'

/** Cards or rows, with the same filters and sort. Both links name their view, which is how it is remembered. */
export function ViewSwitch({ search }: { search: DealSearch }) {
  const grid = dealListPath(inView(search, ''))
  return (
    <LinkGroup label="View">
      <GroupLink
        to={`${grid}${grid.includes('?') ? '&' : '?'}view=grid`}
        isCurrent={search.view === ''}
        discover="none"
        data-no-prefetch=""
      >
        <Icon name="layout-grid" className="size-4" />
        Grid
      </GroupLink>
      <GroupLink
        to={dealListPath(inView(search, 'list'))}
        isCurrent={search.view === 'list'}
        discover="none"
        data-no-prefetch=""
      >
        <Icon name="list" className="size-4" />
        List
      </GroupLink>
    </LinkGroup>
  )
}
