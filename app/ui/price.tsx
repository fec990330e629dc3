import { classes } from './classes'
import { type Amount, moneyParts } from './money'

const SIZES = {
  sm: 'text-h3/[1.1]',
  md: '',
  lg: 'text-title max-sm:text-lead',
  xl: 'text-figure-xl whitespace-normal',
}

type PriceProps = {
  amount: Amount | null
  currency: string
  size?: keyof typeof SIZES
  total?: boolean
  label?: string
  /** Where it stands, not how it looks. */
  className?: string
}

/** A price in the display font. `total` underlines it twice, for the deal price only. */
export function Price({ amount, currency, size = 'md', total, label, className }: PriceProps) {
  if (amount === null) return <span className="text-muted-foreground">Price not listed</span>
  const { whole, cents } = moneyParts(amount, currency)
  return (
    <span className={classes('price', SIZES[size], total && 'price--total', className)}>
      {label ? <span className="sr-only">{`${label} `}</span> : null}
      {whole}
      <span className="cents">{cents}</span>
    </span>
  )
}
