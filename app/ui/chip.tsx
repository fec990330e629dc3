import { Link } from '@remix-run/react'
import { CHIP, CHIP_ICON } from './chip-classes'
import { classes } from './classes'
import { Icon } from './icon'

type ChipProps = {
  label?: string
  value: string
  /** The link to the page without this choice. */
  to: string
  /** What the link does, for screen readers. */
  action?: string
  /** Cuts a long value where there is one line for all chips. */
  isCut?: boolean
}

/** One choice, such as an active filter; the whole chip is the link that takes it back. */
export function Chip({ label, value, to, action = 'remove filter', isCut }: ChipProps) {
  return (
    <Link className={classes(CHIP, isCut && 'min-w-0')} to={to} discover="none">
      {label ? <span className="text-muted-foreground">{label}</span> : null}{' '}
      <b className={classes('font-semibold', isCut ? 'truncate' : 'wrap-anywhere')}>{value}</b>
      <Icon name="x" className={CHIP_ICON} />
      <span className="sr-only">{action}</span>
    </Link>
  )
}
