import { useFetcher } from '@remix-run/react'
import type { DealStatus } from '~/db/schema'
import { DEAL_STATUS_LABELS, neverChecked, type ShownStatus } from '~/features/catalog/deals/deal'
import { addDays } from '~/http/utc-day'
import { Box, BoxBody } from '~/ui/box'
import { Button } from '~/ui/button'
import { formatDate } from '~/ui/local-date'

/** The value of the button that confirms that the deal is as described. */
export const CONFIRM_INTENT = 'confirm-check'

type CheckState = {
  status: DealStatus
  shown_status: ShownStatus
  end_date: string | null
  checked_at: Date | null
  checker: string | null
  imported_at: Date | null
}

/**
 * Both statuses where they differ, and when the deal was checked last. The button is sent by a fetcher, so that the
 * editor's form below stays as it is.
 */
export function CheckPanel({ check, action }: { check: CheckState; action: string }) {
  const fetcher = useFetcher()
  return (
    <Box aria-labelledby="check">
      <BoxBody className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="check" className="sr-only">
            Check
          </h2>
          {check.shown_status === check.status ? null : <p>{describeStatuses(check)}</p>}
          <p className="text-muted-foreground">{describeCheck(check)}</p>
        </div>
        <fetcher.Form method="post" action={action} className="flex flex-wrap items-center gap-3">
          <p className="text-small text-muted-foreground hidden noscript:block">
            Save first: unsaved entries are lost.
          </p>
          <Button
            name="intent"
            value={CONFIRM_INTENT}
            tone="secondary"
            size="sm"
            icon="check"
            busy={fetcher.state !== 'idle'}
          >
            Still correct
          </Button>
        </fetcher.Form>
      </BoxBody>
    </Box>
  )
}

function describeStatuses({ status, shown_status, end_date }: CheckState) {
  if (shown_status === 'EXPIRED' && end_date) return `Visitors see Expired since ${formatDate(addDays(end_date, 1))}.`
  const reason = REASONS[shown_status]
  return `Set: ${DEAL_STATUS_LABELS[status]}. Visitors see: ${DEAL_STATUS_LABELS[shown_status]}, ${reason}.`
}

const REASONS: Partial<Record<ShownStatus, string>> = {
  UPCOMING: 'because the start date is still to come',
  ENDING_SOON: 'because the end date is at most 7 days away',
  ACTIVE: 'because the start date has come',
  UNCONFIRMED: 'because it has no end date and no recent check',
}

function describeCheck({ checked_at, checker, imported_at }: CheckState) {
  if (checked_at) return `Checked ${formatDate(checked_at)}${checker ? ` by ${checker}` : ''}`
  return neverChecked(imported_at)
}
