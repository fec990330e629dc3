import type { ReviewConnection } from '~/db/schema'
import { formatDate } from '~/ui/local-date'

/** What readers may know of the purchase behind a review, and nothing else of it. */
export type PurchaseFacts = {
  connection: ReviewConnection
  /** "2026-03" */
  bought_month: string | null
  is_refunded: boolean
  /** The day on which staff checked the proof. */
  checked_on: string | null
}

export type ReviewLabel = {
  icon: 'badge-check' | 'receipt' | 'gift' | 'handshake' | 'undo'
  text: string
  /** By us; everything else is what the author says. */
  isChecked?: boolean
  /** Ties the author to the vendor. */
  isTie?: boolean
}

const CONNECTIONS: Record<Exclude<ReviewConnection, 'NONE'>, ReviewLabel> = {
  FREE: { icon: 'gift', text: 'Got it free', isTie: true },
  AFFILIATE: { icon: 'handshake', text: 'Affiliate', isTie: true },
}

export const CONNECTION_LABELS: Record<ReviewConnection, string> = {
  NONE: 'None',
  FREE: CONNECTIONS.FREE.text,
  AFFILIATE: CONNECTIONS.AFFILIATE.text,
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const SHORT_MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** For the author of a review: whether their receipt waits for a moderator. */
export type OwnClaim = { isReceiptPending: boolean }

/** The labels of a review in the order in which they are shown; `own` for its author. */
export function reviewLabels(
  { connection, bought_month, is_refunded, checked_on }: PurchaseFacts,
  own?: OwnClaim,
): ReviewLabel[] {
  const labels: ReviewLabel[] = []
  if (checked_on) {
    labels.push({ icon: 'badge-check', text: `Purchase checked, ${formatDate(checked_on)}`, isChecked: true })
  } else if (bought_month) {
    const month = new Date(`${bought_month}-01`)
    const ownText = `You bought it in ${SHORT_MONTH.format(month)}${own?.isReceiptPending ? ', receipt under review' : ''}`
    labels.push({ icon: 'receipt', text: own ? ownText : `Says they bought it in ${MONTH.format(month)}` })
  }
  if (connection !== 'NONE') labels.push(CONNECTIONS[connection])
  if (is_refunded) labels.push({ icon: 'undo', text: 'Refunded' })
  return labels
}
