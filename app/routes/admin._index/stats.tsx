import { Link } from '@remix-run/react'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { cappedCount } from '~/ui/pluralize'

/** The counts that the dashboard begins with (spec §2). */
export function Stats({ deals, pending }: { deals: number; pending: Record<Kind, number> }) {
  return (
    <dl className="stats stats--three">
      <Stat to="/admin/deals" icon="tags" label="Total Deals" value={deals.toLocaleString('en-US')} />
      <Pending to="/admin/reviews" icon="message-square-text" label="Pending Reviews" count={pending.review} />
      <Pending to="/admin/comments" icon="messages-square" label="Pending Comments" count={pending.comment} />
    </dl>
  )
}

type StatProps = { to: string; icon: IconName; label: string }

function Pending({ count, ...stat }: StatProps & { count: number }) {
  return <Stat {...stat} value={cappedCount(count)} isDue={count > 0} />
}

function Stat({ to, icon, label, value, isDue }: StatProps & { value: string; isDue?: boolean }) {
  return (
    <div className={classes('stat', isDue && 'stat--due')}>
      <dt>
        <Icon name={icon} />
        {label}
      </dt>
      <dd>
        <Link className="stat__link" to={to} discover="none">
          {value}
          <span className="sr-only">{`: ${label}`}</span>
        </Link>
      </dd>
    </div>
  )
}
