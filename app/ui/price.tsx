import { classes } from './classes'
import { type Amount, moneyParts } from './money'

const SIZES = {
  sm: 'text-h3/[1.1]',
  md: '',
  lg: 'text-title max-sm:text-lead',
  xl: 'text-figure-xl whitespace-normal',
}

type PriceLook = {
  size?: keyof typeof SIZES
  total?: boolean
  /** Where it stands, not how it looks. */
  className?: string
}

export function priceClasses({ size = 'md', total, className }: PriceLook) {
  return classes('price', SIZES[size], total && 'price--total', className)
}

export type PriceProps = PriceLook & {
  amount: Amount | null
  currency: string
  /** "/mo" of a price that is paid every month, without its cents where they are zero. */
  per?: string
  label?: string
}

/** A price in the display font. `total` underlines it twice, for the deal price only. */
export function Price({ amount, currency, per, label, ...look }: PriceProps) {
  if (amount === null) return <span className="text-muted-foreground">Price not listed</span>
  const { whole, cents } = moneyParts(amount, currency)
  return (
    <span className={priceClasses(look)}>
      {label ? <span className="sr-only">{`${label} `}</span> : null}
      {whole}
      <span className="cents">{per && !/[1-9]/.test(cents) ? per : cents + (per ?? '')}</span>
    </span>
  )
}
