import { classes } from './classes'
import { type Amount, moneyParts } from './money'

type PriceProps = { amount: Amount | null; currency: string; total?: boolean; label?: string }

/** A price in the display font. `total` underlines it twice, for the deal price only. */
export function Price({ amount, currency, total, label }: PriceProps) {
  if (amount === null) return <span className="muted">Price not listed</span>
  const { whole, cents } = moneyParts(amount, currency)
  return (
    <span className={classes('price', total && 'price--total')}>
      {label ? <span className="sr-only">{`${label} `}</span> : null}
      {whole}
      <span className="cents">{cents}</span>
    </span>
  )
}
