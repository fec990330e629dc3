import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import { shownStatus } from '~/features/catalog/deals/shown-status.server'
import type { PageOffer } from '~/features/catalog/vendor-pages/page-offer.server'
import { type AppliedValue, describeApplied } from '~/features/contributions/change-logs/apply-value.server'
import type { QueueKind, Refusal, Subject, Target } from '~/features/contributions/kinds/queue-kind.server'
import type { User } from '~/features/people/accounts/guards.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { formatAccountAge } from '~/ui/relative-time'
import type { BrokenLinkDetails, PageDifferenceDetails } from './alert'
import { type AvailabilityEffects, decideAvailable, decideEnded, undoAvailability } from './decide-availability.server'
import { SETTLES_OTHER_ALERTS } from './open-alerts.server'
import {
  applyPageOffer,
  ignorePageOffer,
  resumeWatching,
  stopWatching,
  undoIgnorePageOffer,
  undoPageOffer,
} from './page-offer-decisions.server'

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

type EndedReport = {
  name: string | null
  since: string
  hasEnded: boolean
  on: string
  /** Of this member's earlier reports: how many were right, and how many were decided. */
  right: number
  decided: number
}

const REPORTS_SHOWN = 20
/** Of the statement: the kinds below are made once. */
const TODAY = sql<string>`(now() at time zone 'UTC')`

/** Alerts of members who say that a deal has ended, or that an ended or unconfirmed one is open. Its reports are those that live, or that it settled. */
export const endedReportKind: QueueKind<EndedReport[], AvailabilityEffects> = {
  table: 'deal_alerts',
  select: sql<Subject<EndedReport[]>>`
    select id, xmin::text as version, status, deal_id, null::uuid as author_id, created_at, moderated_by, moderated_at,
      null::int2 as rating, null::rejection_reason as reason, null::text as note,
      concat_ws(', ',
        case when kind = 'ENDED_REPORTS' or said.ended > 0
          then said.ended || case said.ended when 1 then ' member says' else ' members say' end || ' it has ended' end,
        case when said.available > 0
          then said.available || case when kind = 'ENDED_REPORTS' or said.ended > 0 then '' when said.available = 1 then ' member' else ' members' end
            || case said.available when 1 then ' says' else ' say' end || ' it is available' end) as title,
      case when kind = 'ENDED_REPORTS' then 'Visitors read that we are checking.'
        when (select ${shownStatus(TODAY)} from deals where deals.id = deal_id) = 'UNCONFIRMED'
          then 'Visitors read that it is not confirmed.'
        else 'Visitors read that it has ended.' end
        || ' Look at the vendor''s page, then decide.' as body,
      said.reports as extra, said.reporter_ids
    from (select xmin, * from deal_alerts where kind in ('ENDED_REPORTS', 'REOPENED_REPORTS')) deal_alerts
    cross join lateral (
      select count(*) filter (where has_ended) as ended, count(*) filter (where not has_ended) as available,
        coalesce(array_agg(user_id), '{}') as reporter_ids,
        coalesce(jsonb_agg(report order by created_at desc) filter (where place <= ${sql.lit(REPORTS_SHOWN)}), '[]') as reports
      from (
        select has_ended, reports.user_id, reports.created_at, row_number() over (order by reports.created_at desc) as place,
          jsonb_build_object('name', coalesce(profiles.name, profiles.email), 'since', profiles.created_at,
            'hasEnded', has_ended, 'on', reports.created_at, 'right', earlier.was_right, 'decided', earlier.decided) as report
        from availability_reports reports
        join profiles on profiles.id = reports.user_id
        cross join lateral (
          select count(*) filter (where status = 'APPROVED') as was_right, count(*) as decided
          from availability_reports earlier
          where earlier.user_id = reports.user_id and earlier.status <> 'PENDING' and earlier.id <> reports.id
        ) earlier
        where reports.deal_id = deal_alerts.deal_id
          and case deal_alerts.status when 'PENDING' then reports.status = 'PENDING' else reports.alert_id = deal_alerts.id end
      ) listed
    ) said`,
  hasReasons: false,
  isReportedBy: (userId) => sql`exists (select from availability_reports
    where deal_id = queue_items.deal_id and user_id = ${userId} and status = 'PENDING')`,
  describe: ({ extra }) => ({
    sender: extra.map(({ name }) => name ?? 'A former member').join(', ') || 'Members',
    findings: extra.map((report) => ({
      term: `${report.name ?? 'A former member'}, ${formatDate(report.on.slice(0, 10))}`,
      detail: `${report.hasEnded ? 'It has ended' : 'Still available'}. ${recordOf(report)}`,
    })),
  }),
  applyApproval: (trx, staff, { id, deal_id }) => decideEnded(trx, staff, { dealId: deal_id!, alertId: id }),
  undoApproval: (trx, staff, { deal_id }, effects) => undoAvailability(trx, staff, deal_id!, effects),
  applyRejection: (trx, staff, { id, deal_id }) => decideAvailable(trx, staff, { dealId: deal_id!, alertId: id }),
  undoRejection: (trx, staff, { deal_id }, effects) => undoAvailability(trx, staff, deal_id!, effects),
  ...SETTLES_OTHER_ALERTS,
}

function recordOf({ since, right, decided }: EndedReport) {
  const record = decided === 0 ? 'first report' : `right in ${right} of ${pluralize(decided, 'earlier report')}`
  return `Account: ${formatAccountAge(new Date(since), new Date())}, ${record}`
}

/** What a decision changed, for its undo; `isStopped` is "Stop watching". */
type PageDifferenceEffects = {
  statusBefore?: DealStatus
  applied?: AppliedValue
  changeId?: string
  isStopped?: boolean
}

/** Alerts of vendors' pages whose price, currency or availability differs from ours on two visits. */
export const pageDifferenceKind: QueueKind<PageDifferenceDetails, PageDifferenceEffects> = {
  table: 'deal_alerts',
  select: sql<Subject<PageDifferenceDetails>>`
    select id, xmin::text as version, status, deal_id, null::uuid as author_id, created_at, moderated_by, moderated_at,
      null::int2 as rating, null::rejection_reason as reason, null::text as note,
      'The vendor''s page differs from the record' as title, '' as body, details as extra
    from (select xmin, * from deal_alerts where kind = 'PAGE_DIFFERENCE') deal_alerts`,
  hasReasons: false,
  describe: ({ extra: details }, deal) => ({
    title: `The vendor's page says ${describeFound(details.found, details.recorded.currency)}, we say ${formatPrice(details.recorded.price, details.recorded.currency)}`,
    sender: 'Page watch',
    findings: [
      { term: "The vendor's page says", detail: describeFound(details.found, details.recorded.currency) },
      { term: 'We say', detail: formatPrice(details.recorded.price, details.recorded.currency) },
      { term: 'Found', detail: `${formatDate(details.foundSince)} and ${formatDate(details.foundAgain)}` },
      { term: 'Read from', detail: details.found.source },
      { term: 'Page', detail: details.url, url: details.url },
      ...(deal && deal.plans.length > 1
        ? [{ term: 'Plans', detail: `${deal.plans.length}. Set their prices in the editor.` }]
        : []),
    ],
  }),
  applyApproval,
  undoApproval,
  applyRejection,
  undoRejection,
  auditDetail: ({ applied }) => (applied ? describeApplied(applied) : {}),
  ...SETTLES_OTHER_ALERTS,
}

function describeFound({ price, currency, availability }: PageOffer, recorded: string) {
  const parts = [
    price === null ? undefined : formatPrice(price, currency ?? recorded),
    availability === 'UNAVAILABLE' ? 'not available' : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

const formatPrice = (price: string | null, currency: string) =>
  price === null ? 'no price' : formatMoney(price, currency)

async function applyApproval(trx: Trx, staff: User, { id, deal_id }: Target) {
  return applyPageOffer(trx, staff, { dealId: deal_id!, details: await readDetails(trx, id) })
}

async function undoApproval(trx: Trx, staff: User, { deal_id }: Target, effects: PageDifferenceEffects) {
  const { statusBefore, changeId, applied } = effects
  if (statusBefore) await undoPageOffer(trx, staff, deal_id!, { statusBefore })
  else if (applied && changeId) await undoPageOffer(trx, staff, deal_id!, { applied, changeId })
}

async function applyRejection(trx: Trx, staff: User, { id, deal_id }: Target, { isStopped = false }: Refusal) {
  if (isStopped) await stopWatching(trx, staff, deal_id!)
  else await ignorePageOffer(trx, { dealId: deal_id!, details: await readDetails(trx, id) })
  return { isStopped }
}

async function undoRejection(trx: Trx, staff: User, { id, deal_id }: Target, { isStopped }: PageDifferenceEffects) {
  if (isStopped) await resumeWatching(trx, staff, deal_id!)
  else await undoIgnorePageOffer(trx, { dealId: deal_id!, details: await readDetails(trx, id) })
}

async function readDetails(trx: Trx, id: string) {
  const alert = await trx.selectFrom('deal_alerts').select('details').where('id', '=', id).executeTakeFirstOrThrow()
  return alert.details as PageDifferenceDetails
}
