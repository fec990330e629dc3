import { classes } from './classes'

/** A horizontal bar, relative to `max`. The number is always next to it as text. */
export function Bar({ value, max, star }: { value: number; max: number; star?: boolean }) {
  return (
    <svg
      className={classes('bar', star && 'bar--star')}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={max > 0 ? Math.round((value / max) * 1000) / 10 : 0} height="1" />
    </svg>
  )
}
