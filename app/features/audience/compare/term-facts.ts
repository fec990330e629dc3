import { listTerms } from '~/features/catalog/deals/terms'
import { VENDOR_STATUS_LABELS } from '~/features/catalog/vendors/vendor'
import { formatMoney } from '~/ui/money'
import type { ComparedDeal } from './compared-deals.server'
import type { ComparedFact, FactCell } from './facts'

const LIMITS_SHOWN = 3
const NOT_STATED: FactCell = { text: 'Not stated', isUnknown: true }

/** Terms that are somebody's own words. */
const QUOTED = ['Future versions', 'Buyer protection', 'Notice before shutdown']

/** One fact for each term. */
export function termFacts(deals: ComparedDeal[]): ComparedFact[] {
  const terms = deals.map((deal) =>
    listTerms(deal, {
      name: deal.platform_name,
      refund_days: deal.platform_refund_days,
      refund_from: deal.platform_refund_from,
      buyer_protection: deal.buyer_protection,
    }),
  )
  return terms[0]!.map(({ label }, index) => ({
    label,
    isQuoted: QUOTED.includes(label),
    cells: terms.map((ofDeal) => {
      const { value, isPlatformRule } = ofDeal[index]!
      if (value === undefined) return NOT_STATED
      return { text: value, note: isPlatformRule ? "Platform's rule" : undefined }
    }),
  }))
}

type Plan = { name: string; price: string; limits: string[] }

/** "Tier 1 $59.00" with the other plans below, or "One plan" with its first limits. */
export function plansCell([first, ...others]: Plan[], currency: string): FactCell {
  if (!first) return NOT_STATED
  const textOf = ({ name, price }: Plan) => `${name} ${formatMoney(price, currency)}`
  if (others.length > 0) return { text: textOf(first), note: others.map(textOf).join(', ') }
  return { text: 'One plan', note: first.limits.slice(0, LIMITS_SHOWN).join(', ') || undefined }
}

export function vendorCell({ vendor_status }: Pick<ComparedDeal, 'vendor_status'>): FactCell {
  return { text: VENDOR_STATUS_LABELS[vendor_status], isUnknown: vendor_status === 'UNKNOWN' }
}
