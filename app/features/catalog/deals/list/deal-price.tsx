import type { DealSummary } from '~/features/catalog/deals/deal'
import { savedPercent } from '~/features/catalog/deals/regular-price'
import { RegularPrice } from '~/features/catalog/deals/regular-price-text'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'

type DealPriceProps = {
  deal: Pick<
    DealSummary,
    | 'deal_price'
    | 'deal_price_period'
    | 'original_price'
    | 'regular_price_period'
    | 'break_even_months'
    | 'currency'
    | 'shown_status'
  >
}

/** The price of a card, or that there is none, with what it saves or, against a monthly price, when it has paid for itself. Ended deals save nothing. */
export function DealPrice({ deal }: DealPriceProps) {
  const isEnded = deal.shown_status === 'EXPIRED'
  const saved = isEnded ? undefined : savedPercent(deal)
  const months = isEnded || saved ? null : deal.break_even_months
  return (
    <p className="mt-auto mb-3.5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Price amount={deal.deal_price} currency={deal.currency} label="Deal price" total />
      <RegularPrice deal={deal} />
      {saved ? <span className="ms-auto text-caption font-bold text-verified">{`Save ${saved}%`}</span> : null}
      {months === null ? null : (
        <span className="ms-auto text-caption text-muted-foreground">
          {`Pays for itself after ${pluralize(months, 'month')}`}
        </span>
      )}
    </p>
  )
}
