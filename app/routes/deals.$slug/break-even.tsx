import { breakEvenText } from '~/features/catalog/deals/regular-price'
import { Icon } from '~/ui/icon'
import type { ShownDeal } from './shown-deal'

type BreakEvenProps = {
  deal: Pick<ShownDeal, 'break_even_months' | 'original_price' | 'regular_price_period' | 'currency' | 'shown_status'>
}

/** When the deal has paid for itself. As with savings, ended deals say nothing. */
export function BreakEven({ deal }: BreakEvenProps) {
  const text = deal.shown_status === 'EXPIRED' ? undefined : breakEvenText(deal)
  if (!text) return null
  return (
    <p>
      <Icon name="check" />
      {text}
    </p>
  )
}
