import { LocalDate } from '~/ui/local-date'
import { type PlanPricePoint, planPriceChanges } from './plan-prices'

/** What the plans of a deal cost before; nothing when no price of a plan has changed. */
export function PlanPriceList({ points }: { points: PlanPricePoint[] }) {
  const changes = planPriceChanges(points)
  if (changes.length === 0) return null
  return (
    <div>
      <h4>Prices of the plans</h4>
      <ul className="plan-prices">
        {changes.map(({ plan, now, before, since }) => (
          <li key={plan}>
            <bdi>{plan}</bdi>
            {': '}
            <b>{now ?? 'no longer offered'}</b>
            {' since '}
            <LocalDate value={since} />
            {`, before ${before}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
