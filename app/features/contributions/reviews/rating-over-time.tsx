import { pluralize } from '~/ui/pluralize'
import { Stars } from '~/ui/stars'
import { type OverTime, PERIOD_LABELS, shownOwners, shownPeriods } from './over-time'

/** Whether it gets better or worse with use; nothing while too few have said so. */
export function RatingOverTime({ overTime }: { overTime: OverTime }) {
  const periods = shownPeriods(overTime)
  const owners = shownOwners(overTime)
  if (periods.length === 0 && !owners) return null
  return (
    <section className="grid gap-3.5" aria-labelledby="over-time">
      <h3 id="over-time">{periods.length > 0 ? 'Rating over time' : 'After a year'}</h3>
      {periods.length > 0 ? (
        <dl className="grid grid-cols-3 grid-rows-[auto_auto] border-y border-border-strong">
          {periods.map(({ period, average, count }) => (
            <div
              key={period}
              className="row-span-2 grid grid-rows-subgrid content-start gap-0.5 py-3 pe-2 not-first:border-s not-first:border-border not-first:ps-2.5 sm:not-first:ps-4.5"
            >
              <dt className="text-caption leading-snug text-muted-foreground">{PERIOD_LABELS[period]}</dt>
              <dd className="flex flex-wrap items-baseline gap-x-2">
                <span className="price">{average.toFixed(1)}</span>
                <span className="max-sm:hidden">
                  <Stars value={average} small />
                </span>
                <small className="text-caption text-subtle-foreground">{pluralize(count, 'rating')}</small>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {owners ? (
        <p className="text-small">
          <b className="font-semibold">{`${owners.using} of ${pluralize(owners.all, 'owner')}`}</b>{' '}
          <span className="text-muted-foreground">still use it after a year.</span>
        </p>
      ) : null}
    </section>
  )
}
