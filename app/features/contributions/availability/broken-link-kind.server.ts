import { sql } from 'kysely'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'
import { formatDate } from '~/ui/local-date'
import type { BrokenLinkDetails } from './alert'
import { type AvailabilityEffects, decideAvailable, decideEnded, undoAvailability } from './decide-availability.server'
import { SETTLES_OTHER_ALERTS } from './open-alerts.server'

/** Alerts of links that failed on three days. */
export const brokenLinkKind: QueueKind<BrokenLinkDetails, AvailabilityEffects> = {
  table: 'deal_alerts',
  select: sql<Subject<BrokenLinkDetails>>`
    select id, xmin::text as version, status, deal_id, null::uuid as author_id, created_at, moderated_by, moderated_at,
      null::int2 as rating, null::rejection_reason as reason, null::text as note,
      'The link failed on ' || jsonb_array_length(details -> 'failedOn') || ' days: ' || (details ->> 'reason') as title,
      'Visitors read that the link may be broken. Open it yourself, then decide.' as body, details as extra
    from (select xmin, * from deal_alerts where kind = 'BROKEN_LINK') deal_alerts`,
  hasReasons: false,
  describe: ({ extra: { url, failedOn, reason } }) => ({
    sender: 'Link check',
    findings: [
      { term: 'Link', detail: url, url },
      { term: 'Failed on', detail: failedOn.map((day) => formatDate(day)).join(', ') },
      { term: 'Last failure', detail: reason },
    ],
  }),
  applyApproval: (trx, staff, { id, deal_id }) => decideEnded(trx, staff, { dealId: deal_id!, alertId: id }),
  undoApproval: (trx, staff, { deal_id }, effects) => undoAvailability(trx, staff, deal_id!, effects),
  applyRejection: (trx, staff, { id, deal_id }) => decideAvailable(trx, staff, { dealId: deal_id!, alertId: id }),
  undoRejection: (trx, staff, { deal_id }, effects) => undoAvailability(trx, staff, deal_id!, effects),
  ...SETTLES_OTHER_ALERTS,
}
