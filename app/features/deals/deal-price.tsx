import { formatMoney } from '~/ui/money'
import { Price } from '~/ui/price'
import { type DealSummary, discount } from './deal'

type DealPriceProps = { deal: Pick<DealSummary, 'deal_price' | 'original_price' | 'currency' | 'shown_status'> }

/** The price of a card. Ended deals show no discount. */
export function DealPrice({ deal }: DealPriceProps) {
  const { deal_price, original_price, currency } = deal
  const saved = deal.shown_status === 'EXPIRED' ? undefined : discount(deal)
  return (
    <p className="deal__price">
      <Price amount={deal_price} currency={currency} label="Deal price" total />
      {deal_price !== null && original_price !== null ? (
        <s className="was">
          <span className="sr-only">Original price </span>
          {formatMoney(original_price, currency)}
        </s>
      ) : null}
      {saved ? <span className="save">{`Save ${saved}%`}</span> : null}
    </p>
  )
}
