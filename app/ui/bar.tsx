import { classes } from './classes'

type BarProps = { value: number; max: number; star?: boolean; className?: string }

/** A horizontal bar, relative to `max`. The number is always next to it as text. */
export function Bar({ value, max, star, className }: BarProps) {
  return (
    <svg
      className={classes('bar', star && 'bar--star', className)}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={max > 0 ? Math.round((value / max) * 1000) / 10 : 0} height="1" />
    </svg>
  )
}
