/** A rating from 0 to 5, drawn to the tenth. */
export function Stars({ value, small }: { value: number; small?: boolean }) {
  const shown = Math.round(value * 10) / 10
  return (
    <svg
      className={small ? 'stars stars--sm' : 'stars'}
      viewBox="0 0 5 1"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${shown} out of 5 stars`}
    >
      <rect width={shown} height="1" />
    </svg>
  )
}
