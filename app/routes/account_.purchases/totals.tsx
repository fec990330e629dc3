import type { countPurchases, PurchaseSum } from '~/features/contributions/purchases/own-purchases.server'
import { currencyName, formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'

type TotalsProps = { counts: Awaited<ReturnType<typeof countPurchases>>; sums: PurchaseSum[] }

/** One sum of each currency: amounts of different currencies are never added up. */
export function PurchaseTotals({ counts: { bought, refunded, unpriced }, sums }: TotalsProps) {
  return (
    <section className="box" aria-labelledby="totals">
      <div className="box__head">
        <h2 id="totals">Totals</h2>
        <span className="caption muted">{`${bought} bought, ${refunded} refunded`}</span>
      </div>
      <div className="box__body stack">
        {sums.map((sum) => (
          <CurrencySum key={sum.currency} {...sum} />
        ))}
        {unpriced > 0 ? <p className="small muted">{`${pluralize(unpriced, 'purchase')} without an amount.`}</p> : null}
      </div>
    </section>
  )
}

function CurrencySum({ currency, bought, refunded, spent }: PurchaseSum) {
  return (
    <dl className="price-summary bought__sum">
      <div className="price-summary__row">
        <dt>{`Bought, ${currencyName(currency)}`}</dt>
        <dd>{formatMoney(bought, currency)}</dd>
      </div>
      {Number(refunded) > 0 ? (
        <div className="price-summary__row">
          <dt>Refunded</dt>
          <dd>{`−${formatMoney(refunded, currency)}`}</dd>
        </div>
      ) : null}
      <div className="price-summary__row price-summary__row--total">
        <dt>Spent</dt>
        <dd>
          <Price amount={spent} currency={currency} total />
        </dd>
      </div>
    </dl>
  )
}
