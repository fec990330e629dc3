import { FactBadge } from '~/ui/badge'
import { formatDay } from '~/ui/local-date'
import { isBuiltIn } from './site-page'

/** A page that staff wrote, as it comes from the server. */
type Written = { saved_at: string | Date; has_body: unknown; has_body_after: unknown }

/** Which text readers see. */
export function PageMark({ slug, written }: { slug: string; written: Written | undefined }) {
  if (!written?.has_body && !written?.has_body_after) {
    if (isBuiltIn(slug)) return <FactBadge>Original text</FactBadge>
    return (
      <FactBadge tone="due" icon="clock">
        Not written yet
      </FactBadge>
    )
  }
  if (slug === 'privacy') {
    const blocks = [written.has_body && 'before', written.has_body_after && 'after'].filter(Boolean)
    return <FactBadge tone="mine">{`Original, block ${blocks.join(' and ')}`}</FactBadge>
  }
  return isBuiltIn(slug) ? (
    <FactBadge tone="mine" icon="pencil">{`Edited ${formatDay(new Date(written.saved_at))}`}</FactBadge>
  ) : (
    <FactBadge tone="ok" icon="check">
      Published
    </FactBadge>
  )
}
