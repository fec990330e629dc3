import type { ComponentProps } from 'react'
import { Timeline } from '~/features/contributions/change-logs/timeline'
import { EmptyState } from '~/ui/empty-state'

type VerifiedChangesProps = ComponentProps<typeof Timeline> & {
  /** The price is recorded without anyone reporting it. */
  hasPriceMoved: boolean
}

export function VerifiedChanges({ changes, hasPriceMoved }: VerifiedChangesProps) {
  if (changes.length === 0) {
    return (
      <EmptyState
        icon="history"
        title="No verified changes yet"
        text={
          hasPriceMoved
            ? 'Only the price has changed. See the price record below.'
            : 'Nothing has changed since this deal was entered.'
        }
      />
    )
  }
  return (
    <section className="detail__part" aria-labelledby="verified-changes">
      <div>
        <h3 className="title" id="verified-changes">
          Verified Changes
        </h3>
        <p className="small muted mt-1">Reported by members, checked by us, newest first.</p>
      </div>
      <Timeline changes={changes} />
    </section>
  )
}
