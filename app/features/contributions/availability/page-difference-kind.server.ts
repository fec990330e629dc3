import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import type { PageOffer } from '~/features/catalog/vendor-pages/page-offer.server'
import { type AppliedPrice, describePriceChange } from '~/features/contributions/change-logs/reported-price.server'
import type { QueueKind, Refusal, Subject, Target } from '~/features/contributions/kinds/queue-kind.server'
import type { User } from '~/features/people/accounts/guards.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import type { PageDifferenceDetails } from './alert'
import { SETTLES_OTHER_ALERTS } from './open-alerts.server'
import {
  applyPageOffer,
  ignorePageOffer,
  resumeWatching,
  stopWatching,
  undoIgnorePageOffer,
  undoPageOffer,
} from './page-offer-decisions.server'

/** What a decision changed, for its undo; `isStopped` is "Stop watching". */
type PageDifferenceEffects = {
  statusBefore?: DealStatus
  applied?: AppliedPrice
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
      ...(deal && deal.plans > 1 ? [{ term: 'Plans', detail: `${deal.plans}. Set their prices in the editor.` }] : []),
    ],
  }),
  applyApproval,
  undoApproval,
  applyRejection,
  undoRejection,
  auditDetail: ({ applied }) => (applied ? describePriceChange(applied) : {}),
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
