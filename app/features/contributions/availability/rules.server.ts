import type { Trx } from '~/db/executor'
import type { PageOffer } from '~/features/catalog/vendor-pages/page-offer.server'
import { type AppliedValue, describeApplied } from '~/features/contributions/change-logs/apply-value.server'
import type { ItemDeal, ItemDecision, ItemRow, Rules } from '~/features/contributions/kinds/kind-rules.server'
import type { User } from '~/features/people/accounts/guards.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { formatAccountAge } from '~/ui/relative-time'
import type { BrokenLinkDetails, PageDifferenceDetails } from './alert'
import { type DoubtEffects, decideAvailable, decideEnded, lockDoubtsOfAlert, undoDoubts } from './doubts.server'
import {
  applyPageOffer,
  ignorePageOffer,
  resumeWatching,
  stopWatching,
  undoIgnorePageOffer,
  undoPageOffer,
} from './page-offer-decisions.server'

/** Both kinds of doubts about the availability of a deal are decided alike. */
const DOUBT: Pick<Rules<never, DoubtEffects>, 'lock' | 'apply' | 'undo'> = {
  lock: lockDoubtsOfAlert,
  apply: (trx, staff, { id, deal_id }, { to }) =>
    (to === 'APPROVED' ? decideEnded : decideAvailable)(trx, staff, deal_id!, id),
  undo: undoDoubts,
}

/** Alerts of links that failed on three days. */
export const brokenLinkRules: Rules<BrokenLinkDetails, DoubtEffects> = {
  ...DOUBT,
  describe: ({ extra: { url, failedOn, reason } }) => ({
    body: 'Visitors read that the link may be broken. Open it yourself, then decide.',
    sender: 'Link check',
    findings: [
      { term: 'Link', detail: url, url },
      { term: 'Failed on', detail: failedOn.map((day) => formatDate(day)).join(', ') },
      { term: 'Last failure', detail: reason },
    ],
  }),
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
type EndedReports = { hasEnded: boolean; reports: EndedReport[] }

const REPORTS_SHOWN = 20

/**
 * Alerts of members who say that a deal has ended, or that an ended or unconfirmed one is open. Its reports are those
 * that live, or that it settled.
 */
export const endedReportRules: Rules<EndedReports, DoubtEffects> = {
  ...DOUBT,
  describe: ({ extra: { hasEnded, reports } }, deal) => ({
    title: describeReports(hasEnded, reports),
    body: `${visitorsRead(hasEnded, deal)} Look at the vendor's page, then decide.`,
    sender: reports.map(({ name }) => name ?? 'A former member').join(', ') || 'Members',
    findings: reports.slice(0, REPORTS_SHOWN).map((report) => ({
      term: `${report.name ?? 'A former member'}, ${formatDate(report.on.slice(0, 10))}`,
      detail: `${report.hasEnded ? 'It has ended' : 'Still available'}. ${recordOf(report)}`,
    })),
  }),
}

/** "2 members say it has ended, 1 says it is available" */
function describeReports(hasEnded: boolean, reports: EndedReport[]) {
  const ended = reports.filter((report) => report.hasEnded).length
  const available = reports.length - ended
  const says = (count: number) => (count === 1 ? 'says' : 'say')
  const parts = [
    (hasEnded || ended > 0) && `${pluralize(ended, 'member')} ${says(ended)} it has ended`,
    available > 0 &&
      `${hasEnded || ended > 0 ? available : pluralize(available, 'member')} ${says(available)} it is available`,
  ]
  return parts.filter(Boolean).join(', ')
}

function visitorsRead(hasEnded: boolean, deal: ItemDeal | null) {
  if (hasEnded) return 'Visitors read that we are checking.'
  return deal?.status === 'UNCONFIRMED' ? 'Visitors read that it is not confirmed.' : 'Visitors read that it has ended.'
}

function recordOf({ since, right, decided }: EndedReport) {
  const record = decided === 0 ? 'first report' : `right in ${right} of ${pluralize(decided, 'earlier report')}`
  return `Account: ${formatAccountAge(new Date(since), new Date())}, ${record}`
}

/** What a decision changed, for its undo; `isStopped` is "Stop watching". */
type PageDifferenceEffects = DoubtEffects & {
  applied?: AppliedValue
  changeId?: string
  isStopped?: boolean
}

/** Alerts of vendors' pages whose price, currency or availability differs from ours on two visits. */
export const pageDifferenceRules: Rules<PageDifferenceDetails, PageDifferenceEffects> = {
  lock: lockDoubtsOfAlert,
  apply: applyDecision,
  undo: undoDecision,
  describe: ({ extra: details }, deal) => ({
    title: `The vendor's page says ${describeFound(details.found, details.recorded.currency)}, we say ${formatPrice(details.recorded.price, details.recorded.currency)}`,
    sender: 'Page watch',
    findings: [
      { term: "The vendor's page says", detail: describeFound(details.found, details.recorded.currency) },
      { term: 'We say', detail: formatPrice(details.recorded.price, details.recorded.currency) },
      { term: 'Found', detail: `${formatDate(details.foundSince)} and ${formatDate(details.foundAgain)}` },
      { term: 'Read from', detail: details.found.source },
      { term: 'Page', detail: details.url, url: details.url },
      ...(deal && deal.record.plans.length > 1
        ? [{ term: 'Plans', detail: `${deal.record.plans.length}. Set their prices in the editor.` }]
        : []),
    ],
  }),
  auditDetail: ({ applied }) => (applied ? describeApplied(applied) : {}),
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

type Row = ItemRow<PageDifferenceDetails>

async function applyDecision(trx: Trx, staff: User, { deal_id, extra: details }: Row, decision: ItemDecision) {
  const dealId = deal_id!
  if (decision.to === 'APPROVED') return applyPageOffer(trx, staff, { dealId, details })
  const isStopped = decision.to === 'REJECTED' && decision.isStopped === true
  if (isStopped) await stopWatching(trx, staff, dealId)
  else await ignorePageOffer(trx, { dealId, details })
  return { isStopped }
}

async function undoDecision(
  trx: Trx,
  staff: User,
  { deal_id, status, extra: details }: Row,
  effects: PageDifferenceEffects,
) {
  const dealId = deal_id!
  if (status === 'APPROVED') return undoPageOffer(trx, staff, dealId, effects)
  if (effects.isStopped) return resumeWatching(trx, staff, dealId)
  return undoIgnorePageOffer(trx, { dealId, details })
}
