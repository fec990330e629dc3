import { placeholderOf } from './placeholder'

/** The initials of a title in a ring, in the colors of its placeholder image. */
export function Seal({ seed, title }: { seed: string; title: string }) {
  const { palette, initials } = placeholderOf(seed, title)
  return (
    <span className={`seal placeholder--${palette}`} aria-hidden="true">
      {initials}
    </span>
  )
}
