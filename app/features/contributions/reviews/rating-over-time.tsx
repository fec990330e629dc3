import { pluralize } from '~/ui/pluralize'
import { Stars } from '~/ui/stars'
import { type OverTime, PERIOD_LABELS, shownOwners, shownPeriods } from './over-time'

/** Whether it gets better or worse with use; nothing while too few have said so. */
export function RatingOverTime({ overTime }: { overTime: OverTime }) {
  const periods = shownPeriods(overTime)
  const owners = shownOwners(overTime)
  if (periods.length === 0 && !owners) return null
  return (
    <section className="overtime" aria-labelledby="over-time">
      <h3 id="over-time">{periods.length > 0 ? 'Rating over time' : 'After a year'}</h3>
      {periods.length > 0 ? (
        <dl className="overtime__cols">
          {periods.map(({ period, average, count }) => (
            <div key={period}>
              <dt>{PERIOD_LABELS[period]}</dt>
              <dd>
                <span className="price">{average.toFixed(1)}</span>
                <Stars value={average} small />
                <small>{pluralize(count, 'rating')}</small>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {owners ? (
        <p className="small">
          <b className="strong">{`${owners.using} of ${pluralize(owners.all, 'owner')}`}</b>{' '}
          <span className="muted">still use it after a year.</span>
        </p>
      ) : null}
    </section>
  )
}
