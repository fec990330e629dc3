import { classes } from './classes'

/** A share of the longest bar. Its number always stands beside it as text. */
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
