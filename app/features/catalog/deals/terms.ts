import type { RefundStart } from '~/db/schema'
import { pluralize } from '~/ui/pluralize'

/** The longest period that a term can state, in days, and in years of a lifetime. */
export const TERM_DAYS_MAX = 3_650
const LIFETIME_YEARS_MAX = 50

/** What "lifetime" means, with the label of each; a number of years is stored as "5 YEARS". */
export const LIFETIMES: Readonly<Record<string, string>> = {
  PRODUCT: 'Lifetime of the product (ends if it ends)',
  COMPANY: 'Lifetime of the company (ends if it ends)',
  ACCOUNT: 'Lifetime of your account',
  ...Object.fromEntries(
    Array.from({ length: LIFETIME_YEARS_MAX }, (_, index) => [`${index + 1} YEARS`, pluralize(index + 1, 'year')]),
  ),
}

export const REFUND_STARTS = { PURCHASE: 'purchase', REDEMPTION: 'redemption' } as const satisfies Record<
  RefundStart,
  string
>

/** The columns of a deal that say what a buyer gets. Null is "not stated". */
export type Terms = {
  /** PRODUCT, COMPANY, ACCOUNT, or a number of years such as "5 YEARS". */
  lifetime_means: string | null
  refund_days: number | null
  refund_from: RefundStart | null
  redeem_days: number | null
  stackable: boolean | null
  max_codes: number | null
  transferable: boolean | null
  future_versions: string | null
  shutdown_notice: string | null
}

/** A platform's rules for its deals that do not state their own. */
export type PlatformTerms = {
  name: string
  refund_days: number | null
  refund_from: RefundStart | null
  buyer_protection: string | null
}

export type StatedTerm = {
  label: string
  /** Undefined when the term is not stated. */
  value: string | undefined
  /** The rule is that of the platform. */
  isPlatformRule?: boolean
}

/** Each term of a deal in the order shown. */
export function listTerms(deal: Terms, platform: PlatformTerms): StatedTerm[] {
  const refund = refundOf(deal, platform)
  return [
    { label: 'Lifetime means', value: lifetimeText(deal.lifetime_means) },
    { label: 'Refund', value: refund && refundText(refund), isPlatformRule: refund?.isPlatformRule },
    { label: 'Codes can be stacked', value: stackableText(deal) },
    { label: 'Redeem within', value: daysText(deal.redeem_days) },
    { label: 'Future versions', value: deal.future_versions ?? undefined },
    { label: 'Buyer protection', value: platform.buyer_protection ?? undefined, isPlatformRule: true },
    { label: 'Transferable', value: yesOrNo(deal.transferable) },
    { label: 'Notice before shutdown', value: deal.shutdown_notice ?? undefined },
  ]
}

export type Refund = { days: number; from: RefundStart | null; isPlatformRule: boolean }

/** The refund period of a deal: its own, else that of its platform; undefined when neither is stated. */
export function refundOf(
  deal: Pick<Terms, 'refund_days' | 'refund_from'>,
  platform: Pick<PlatformTerms, 'refund_days' | 'refund_from'>,
): Refund | undefined {
  const isPlatformRule = deal.refund_days === null
  const { refund_days: days, refund_from: from } = isPlatformRule ? platform : deal
  return days === null ? undefined : { days, from, isPlatformRule }
}

/** "60 days from purchase" */
export function refundText({ days, from }: Pick<Refund, 'days' | 'from'>) {
  if (days === 0) return 'No refund'
  return pluralize(days, 'day') + (from ? ` from ${REFUND_STARTS[from]}` : '')
}

/** "Lifetime of the product (ends if it ends)", or "5 years" */
export function lifetimeText(means: string | null) {
  return means === null ? undefined : LIFETIMES[means]
}

export function stackableText({ stackable, max_codes }: Pick<Terms, 'stackable' | 'max_codes'>) {
  return stackable && max_codes !== null ? `Yes, up to ${max_codes}` : yesOrNo(stackable)
}

export function yesOrNo(answer: boolean | null) {
  return answer === null ? undefined : answer ? 'Yes' : 'No'
}

export function daysText(days: number | null) {
  return days === null ? undefined : pluralize(days, 'day')
}
