import { ButtonLink } from './button'
import { EmptyState } from './empty-state'

type NoMatchesProps = { title: string /** The path of the list without filters. */; clear: string }

/** For a list whose filters match no row. */
export function NoMatches({ title, clear }: NoMatchesProps) {
  return (
    <EmptyState icon="search-x" title={title} text="Try adjusting your filters.">
      <ButtonLink to={clear} tone="secondary">
        Clear filters
      </ButtonLink>
    </EmptyState>
  )
}
