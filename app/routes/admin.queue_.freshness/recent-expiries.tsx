import { Form } from '@remix-run/react'
import { UNDO_PATH } from '~/features/contributions/decisions/undo-form'
import type { RecentExpiry } from '~/features/staff/bulk/bulk-status.server'
import { type FreshnessSearch, freshnessPath } from '~/features/staff/freshness/freshness'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'
import { formatDay } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'

/** The presses of the last 30 days, each with its undo. */
export function RecentExpiries({ expiries, search }: { expiries: RecentExpiry[]; search: FreshnessSearch }) {
  return (
    <Box aria-labelledby="recent-expiries">
      <BoxHead>
        <BoxTitle id="recent-expiries">Set expired in the last 30 days</BoxTitle>
      </BoxHead>
      <ul className="divide-y divide-border px-5">
        {expiries.map(({ decision, count, search: filter, actor, created_at, days_left }) => (
          <li key={decision} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <b className="font-semibold">{pluralize(count, 'deal')}</b>{' '}
              <span className="text-small text-muted-foreground">
                {[
                  // The parameters of the list, or words.
                  filter.includes('=') ? [...new URLSearchParams(filter).values()].join(', ') : filter,
                  actor ?? 'a deleted account',
                  formatDay(new Date(created_at)),
                  `${pluralize(days_left, 'day')} left`,
                ].join(', ')}
              </span>
            </span>
            <Form method="post" action={UNDO_PATH} className="shrink-0">
              <input type="hidden" name="decision" value={decision} />
              <input type="hidden" name="returnTo" value={freshnessPath(search)} />
              <Button tone="secondary" size="sm" icon="undo">
                Undo
                <span className="sr-only">{`: ${pluralize(count, 'deal')}`}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Box>
  )
}
