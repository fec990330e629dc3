import { Link } from '@remix-run/react'
import { Icon } from './icon'

/** One active filter; the whole chip is a link to the same list without it. */
export function Chip({ label, value, to }: { label?: string; value: string; to: string }) {
  return (
    <Link className="chip" to={to} discover="none">
      {label ? <span className="muted">{label}</span> : null} <b>{value}</b>
      <Icon name="x" />
      <span className="sr-only">remove filter</span>
    </Link>
  )
}
