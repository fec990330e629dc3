import { placeholderOf } from './placeholder'

/** The initials of a title in a ring, in the colors of its placeholder image. */
export function Seal({ seed, title }: { seed: string; title: string }) {
  const { palette, initials } = placeholderOf(seed, title)
  return (
    <span
      className={`placeholder--${palette} grid size-14 flex-none place-items-center rounded-full border border-(--placeholder-line) bg-(--placeholder-background) font-display text-h3/none font-medium text-(--placeholder-text) shadow-[inset_0_0_0_3px_var(--placeholder-background),inset_0_0_0_4px_var(--placeholder-line)]`}
      aria-hidden="true"
    >
      {initials}
    </span>
  )
}
