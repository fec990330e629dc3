import { Link } from '@remix-run/react'
import { Icon, type IconName } from '~/ui/icon'
import { PICK } from '~/ui/pick'
import { pluralize } from '~/ui/pluralize'
import { Pop, popPanelClasses } from '~/ui/pop'
import type { ReviewCounts } from './review-figures.server'
import { REVIEW_SORT_LABELS, type ReviewSearch, reviewsPath } from './review-search'

type ReviewOrderProps = { slug: string; search: ReviewSearch; counts: Pick<ReviewCounts, 'all' | 'checked' | 'owned'> }

const PICKS: { only: ReviewSearch['only']; label: string; count: 'all' | 'checked' | 'owned'; icon?: IconName }[] = [
  { only: '', label: 'All', count: 'all' },
  { only: 'checked', label: 'Purchase checked', count: 'checked', icon: 'badge-check' },
  { only: 'owned', label: 'Owned 6 months or longer', count: 'owned' },
]

/** Filters with how many reviews each shows, and a menu of orders. A filter without reviews is left out. */
export function ReviewOrder({ slug, search, counts }: ReviewOrderProps) {
  const { sort, stars, only } = search
  const totals = { all: sum(counts.all), checked: sum(counts.checked), owned: sum(counts.owned) }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <nav className="flex flex-wrap gap-2" aria-label="Filter reviews">
          {PICKS.filter((pick) => pick.only === '' || pick.only === only || totals[pick.count] > 0).map((pick) => (
            <Link
              key={pick.only}
              className={PICK}
              discover="none"
              to={reviewsPath(slug, { sort, stars: pick.only === '' ? '' : stars, only: pick.only })}
              aria-current={pick.only === only && (pick.only !== '' || stars === '') ? 'true' : undefined}
            >
              {pick.icon ? <Icon name={pick.icon} className="size-4" /> : null}
              {pick.label}{' '}
              <small className="text-caption font-book text-subtle-foreground">
                {totals[pick.count].toLocaleString('en-US')}
              </small>
            </Link>
          ))}
        </nav>
        <SortMenu {...{ slug, search }} />
      </div>
      {stars ? (
        <p className="text-small text-muted-foreground">{`${pluralize(shownCount(search, counts), 'review')} with ${pluralize(Number(stars), 'star')}.`}</p>
      ) : null}
    </>
  )
}

/** How many reviews the filters leave. */
export function shownCount({ stars, only }: ReviewSearch, counts: ReviewOrderProps['counts']) {
  const shown = counts[only === '' ? 'all' : only]
  return stars ? shown[5 - Number(stars)]! : sum(shown)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function SortMenu({ slug, search }: Pick<ReviewOrderProps, 'slug' | 'search'>) {
  // Another order makes another menu, which is closed.
  return (
    <Pop key={search.sort} className="max-sm:flex-[1_1_100%]">
      <summary className={PICK}>
        <span className="sr-only">Order: </span>
        {REVIEW_SORT_LABELS[search.sort]}
        <Icon name="chevron-down" className="size-4" />
      </summary>
      <nav className={popPanelClasses('menu', 'max-sm:start-0 max-sm:end-auto')} aria-label="Sort reviews">
        {Object.entries(REVIEW_SORT_LABELS).map(([value, label]) => (
          <Link
            key={value}
            discover="none"
            to={reviewsPath(slug, { ...search, page: 1, sort: value as ReviewSearch['sort'] })}
            className="flex min-h-10 items-center justify-between gap-6 rounded-xs px-3 text-control no-underline hover:bg-muted aria-[current]:font-bold"
            aria-current={value === search.sort ? 'true' : undefined}
          >
            {label}
            {value === search.sort ? <Icon name="check" className="size-4 text-primary" /> : null}
          </Link>
        ))}
      </nav>
    </Pop>
  )
}
