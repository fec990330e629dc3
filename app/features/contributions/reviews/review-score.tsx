import { Link } from '@remix-run/react'
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
}

export function ReviewScore({ average, counts, filterOf, stars: chosen, checked, overOffers }: ReviewScoreProps) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <div className="score">
      <div>
        <div className="score__big">
          <span className="price">{average.toFixed(1)}</span>
          <div>
            <Stars value={average} />
            <p className="small muted mt-1">{pluralize(total, 'approved review')}</p>
          </div>
        </div>
        {checked ? (
          <p className="small muted mt-2">
            <b className="strong">{checked.average.toFixed(1)}</b>
            {` from ${checked.count.toLocaleString('en-US')} checked purchases`}
          </p>
        ) : null}
        {overOffers ? (
          <p className={classes('small muted', !checked && 'mt-2')}>
            <b className="strong">{overOffers.average.toFixed(1)}</b>
            {` over ${pluralize(overOffers.offers, 'offer')}, ${pluralize(overOffers.reviews, 'review')}`}
          </p>
        ) : null}
      </div>
      <ul className="bars" aria-label="Rating breakdown, each a filter">
        {STARS.map((stars, index) => (
          <li key={stars}>
            {counts[index] ? (
              <Link to={filterOf(String(stars))} aria-current={chosen === String(stars) ? 'true' : undefined}>
                {pluralize(stars, 'star')}
              </Link>
            ) : (
              <span>{pluralize(stars, 'star')}</span>
            )}
            <Bar value={counts[index] ?? 0} max={total} star />
            <span>{counts[index]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
