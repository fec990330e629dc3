import { ButtonLink } from './button'

type CursorPagerProps = { newer?: string; older?: string }

/** Links to the newer and older page of a list without a total count. */
export function CursorPager({ newer, older }: CursorPagerProps) {
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
