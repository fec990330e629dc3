import { placeholderOf } from './placeholder'

const SIZES = { lg: 'size-14 text-h3/none', sm: 'size-9 text-small' }

type SealProps = { seed: string; title: string; size?: keyof typeof SIZES }

/** The initials of a title in a ring, in the colors of its placeholder image. */
export function Seal({ seed, title, size = 'lg' }: SealProps) {
  const { palette, initials } = placeholderOf(seed, title)
  return (
    <span className={`seal placeholder--${palette} ${SIZES[size]}`} aria-hidden="true">
      {initials}
    </span>
  )
}
