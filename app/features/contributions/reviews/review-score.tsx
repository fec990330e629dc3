import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Bar } from '~/ui/bar'
import { classes } from '~/ui/classes'
import { pluralize } from '~/ui/pluralize'
import { Stars } from '~/ui/stars'

const STARS = [5, 4, 3, 2, 1]

type ReviewScoreProps = {
  average: number
  /** Counts of 5, 4, 3, 2 and 1 stars. */
  counts: readonly number[]
  /** The path of the reviews with so many stars. */
  filterOf: (stars: string) => string
  /** The chosen number of stars, or ''. */
  stars: string
  /** What the reviews say whose purchase staff checked, where there are enough of them. */
  checked?: { average: number; count: number }
  /** What the reviews of all offers of the product say, where others have some too. */
  overOffers?: { average: number; offers: number; reviews: number }
  /** Below the average. */
  children?: ReactNode
}

export function ReviewScore(props: ReviewScoreProps) {
  const { average, counts, filterOf, stars: chosen, checked, overOffers, children } = props
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <div className="grid items-center gap-5 sm:grid-cols-[auto_minmax(0,22rem)] sm:justify-between">
      <div>
        <div className="flex items-center gap-4">
          <span className="price text-figure-xl">{average.toFixed(1)}</span>
          <div>
            <Stars value={average} />
            <p className="mt-1 text-small text-muted-foreground">{pluralize(total, 'approved review')}</p>
          </div>
        </div>
        {checked ? (
          <p className="mt-2 text-small text-muted-foreground">
            <b className="font-semibold text-foreground">{checked.average.toFixed(1)}</b>
            {` from ${checked.count.toLocaleString('en-US')} checked purchases`}
          </p>
        ) : null}
        {overOffers ? (
          <p className={classes('text-small text-muted-foreground', !checked && 'mt-2')}>
            <b className="font-semibold text-foreground">{overOffers.average.toFixed(1)}</b>
            {` over ${pluralize(overOffers.offers, 'offer')}, ${pluralize(overOffers.reviews, 'review')}`}
          </p>
        ) : null}
        {children ? <div className="mt-4">{children}</div> : null}
      </div>
      <ul className="grid gap-1.25 text-caption text-muted-foreground" aria-label="Rating breakdown, each a filter">
        {STARS.map((stars, index) => (
          <li key={stars} className="grid grid-cols-[3.25rem_1fr_1.75rem] items-center gap-3">
            {counts[index] ? (
              <Link
                className="inline-flex min-h-6 items-center decoration-border-strong aria-[current]:font-bold aria-[current]:text-foreground aria-[current]:no-underline"
                to={filterOf(String(stars))}
                aria-current={chosen === String(stars) ? 'true' : undefined}
              >
                {pluralize(stars, 'star')}
              </Link>
            ) : (
              <span>{pluralize(stars, 'star')}</span>
            )}
            <Bar value={counts[index] ?? 0} max={total} star />
            <span className="text-end">{counts[index]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
