import { specOf } from '~/features/contributions/kinds/kinds'
import type { SiteTotals } from '~/features/staff/analytics/totals.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { pluralize } from '~/ui/pluralize'

const PANELS = [
  { title: 'Reviews', of: 'reviews', icon: 'message-square-text', path: specOf('review').view },
  { title: 'Comments', of: 'comments', icon: 'messages-square', path: specOf('comment').view },
  { title: 'Change Logs', of: 'change_logs', icon: 'badge-check', path: specOf('change_log').view },
] as const

const MODERATED = { reviews: 'reviews', comments: 'comments', change_logs: 'change reports' }

export function Queues({ totals }: { totals: SiteTotals }) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {PANELS.map(({ title, of, icon, path }) => (
        <section key={of} className="box" aria-labelledby={`queue-${of}`}>
          <div className="box__head">
            <h2 id={`queue-${of}`}>{title}</h2>
            <Icon name={icon} className="subtle" />
          </div>
          <div className="box__body py-2">
            <dl className="pair">
              <div>
                <dt>Total</dt>
                <dd>{totals[of].total.toLocaleString('en-US')}</dd>
              </div>
              <div>
                <dt>Pending</dt>
                <dd className={totals[of].pending > 0 ? 'warn' : undefined}>
                  {totals[of].pending.toLocaleString('en-US')}
                </dd>
              </div>
              {totals[of].oldest_pending ? (
                <div>
                  <dt>Oldest pending</dt>
                  <dd>{age(totals[of].oldest_pending)}</dd>
                </div>
              ) : null}
            </dl>
            {totals[of].pending > 0 ? (
              <ButtonLink
                to={`${path}?status=pending`}
                tone="ghost"
                size="sm"
                iconAfter="arrow-right"
                className="-ms-3.5"
              >
                {`Moderate ${MODERATED[of]}`}
              </ButtonLink>
            ) : null}
          </div>
        </section>
      ))}
    </div>
  )
}

function age(since: Date | string) {
  const hours = Math.max(0, Math.floor((Date.now() - new Date(since).getTime()) / 3_600_000))
  return hours < 48 ? pluralize(hours, 'hour') : pluralize(Math.floor(hours / 24), 'day')
}
