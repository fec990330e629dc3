import { ButtonLink } from './button'

type CursorPagerProps = {
  newer?: string
  older?: string
  /** Set where the list is not sorted newest first. */
  isSorted?: boolean
}

/** Links to the newer and older page of a list without a total count. */
export function CursorPager({ newer, older, isSorted }: CursorPagerProps) {
  if (!newer && !older) return null
  return (
    <nav className="flex flex-wrap justify-between gap-3" aria-label="Pages">
      {newer ? (
        <ButtonLink to={newer} tone="secondary" icon="chevron-left" rel="prev">
          {isSorted ? 'Previous' : 'Newer'}
        </ButtonLink>
      ) : null}
      {older ? (
        <ButtonLink to={older} tone="secondary" iconAfter="chevron-right" rel="next" className="ml-auto">
          {isSorted ? 'Next' : 'Older'}
        </ButtonLink>
      ) : null}
    </nav>
  )
}
