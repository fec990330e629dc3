import { useLocation } from '@remix-run/react'
import { ButtonLink } from './button'
import { Notice } from './notice'

/**
 * Stands above a list that could not be read, so that it does not look like an empty one. A plain link works whatever
 * failed.
 */
export function RecordsUnreachable() {
  const { pathname, search } = useLocation()
  return (
    <div className="mb-4">
      <Notice tone="bad" title="We can't reach our records right now.">
        <ButtonLink href={pathname + search} tone="secondary" size="sm" icon="rotate-cw">
          Try again
        </ButtonLink>
      </Notice>
    </div>
  )
}
