import { Link } from '@remix-run/react'
import { CHIP, CHIP_ICON } from './chip-classes'
import { Icon } from './icon'

type ChipProps = {
  label?: string
  value: string
  /** The link to the page without this choice. */
  to: string
}

/** One choice, such as an active filter; the whole chip is the link that takes it back. */
export function Chip({ label, value, to }: ChipProps) {
  return (
    <Link className={CHIP} to={to} discover="none">
      {label ? <span className="text-muted-foreground">{label}</span> : null}{' '}
      <b className="font-semibold wrap-anywhere">{value}</b>
      <Icon name="x" className={CHIP_ICON} />
      <span className="sr-only">remove filter</span>
    </Link>
  )
}
