import type { ComponentProps } from 'react'
import { Timeline } from '~/features/change-logs/timeline'
import { EmptyState } from '~/ui/empty-state'

export function VerifiedChanges({ changes }: ComponentProps<typeof Timeline>) {
  if (changes.length === 0) {
    return (
      <EmptyState
        icon="history"
        title="No verified changes yet"
        text="Nothing has moved since this deal was entered."
      />
    )
  }
  return (
    <section className="detail__part" aria-labelledby="verified-changes">
      <div>
        <h3 className="title" id="verified-changes">
          Verified Changes
        </h3>
        <p className="small muted mt-1">Reported by buyers, checked by us, newest first.</p>
      </div>
      <Timeline changes={changes} />
    </section>
  )
}
