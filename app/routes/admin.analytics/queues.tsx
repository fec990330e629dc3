import { specOf } from '~/features/contributions/kinds/kinds'
import type { SiteTotals } from '~/features/staff/analytics/totals.server'
import { Box, BoxBody, BoxHead, BoxTitle, Pair, Pairs } from '~/ui/box'
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
        <Box key={of} aria-labelledby={`queue-${of}`}>
          <BoxHead>
            <BoxTitle id={`queue-${of}`}>{title}</BoxTitle>
            <Icon name={icon} className="text-subtle-foreground" />
          </BoxHead>
          <BoxBody className="py-2">
            <Pairs>
              <Pair label="Total">{totals[of].total.toLocaleString('en-US')}</Pair>
              <Pair label="Pending">
                <span className={totals[of].pending > 0 ? 'text-accent' : undefined}>
                  {totals[of].pending.toLocaleString('en-US')}
                </span>
              </Pair>
              {totals[of].oldest_pending ? <Pair label="Oldest pending">{age(totals[of].oldest_pending)}</Pair> : null}
            </Pairs>
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
          </BoxBody>
        </Box>
      ))}
    </div>
  )
}

function age(since: Date | string) {
  const hours = Math.max(0, Math.floor((Date.now() - new Date(since).getTime()) / 3_600_000))
  return hours < 48 ? pluralize(hours, 'hour') : pluralize(Math.floor(hours / 24), 'day')
}
