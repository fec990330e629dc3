import { ButtonLink } from './button'

type NewerOlderProps = { newer?: string; older?: string }

/** Turns the pages of a list that is too long to be counted; both are addresses. */
export function CursorPager({ newer, older }: NewerOlderProps) {
  if (!newer && !older) return null
  return (
    <nav className="flex flex-wrap justify-between gap-3" aria-label="Pages">
      {newer ? (
        <ButtonLink to={newer} tone="secondary" icon="chevron-left" rel="prev">
          Newer
        </ButtonLink>
      ) : null}
      {older ? (
        <ButtonLink to={older} tone="secondary" iconAfter="chevron-right" rel="next" className="ml-auto">
          Older
        </ButtonLink>
      ) : null}
    </nav>
  )
}
