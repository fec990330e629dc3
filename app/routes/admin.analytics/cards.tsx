import type { SiteTotals } from '~/features/staff/analytics/totals.server'
import { Icon } from '~/ui/icon'

/** Totals over all time, independent of the range. */
export function Cards({ clicks, totals }: { clicks: number; totals: SiteTotals }) {
  const cards = [
    { label: 'Total Clicks', icon: 'mouse-pointer-click', value: clicks.toLocaleString('en-US') },
    { label: 'Avg Rating', icon: 'star', value: totals.average_rating === 0 ? '0' : totals.average_rating.toFixed(1) },
    { label: 'Total Users', icon: 'users', value: totals.users.toLocaleString('en-US') },
    { label: 'Reviews', icon: 'message-square-text', value: totals.reviews.total.toLocaleString('en-US') },
  ] as const
  return (
    <dl className="stats">
      {cards.map(({ label, icon, value }) => (
        <div key={label} className="stat">
          <dt>
            <Icon name={icon} />
            {label}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
