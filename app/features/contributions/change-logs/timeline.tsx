import { AnswerLink } from '~/features/contributions/answers/answer-link'
import type { ShownAnswer } from '~/features/contributions/answers/vendor-answer'
import { VendorAnswerEntry } from '~/features/contributions/answers/vendor-answer-entry'
import { Stamp } from '~/ui/badge'
import { Thread } from '~/ui/thread'
import { type Change, ChangeEntry } from './change-entry'
import { ChangeRow } from './change-row'

type VerifiedChange = Change & { verified_at: Date; answer?: ShownAnswer | null }

/** Dated entries, the newest first. */
export function Timeline({ changes }: { changes: VerifiedChange[] }) {
  return (
    <ol>
      {changes.map((change) => (
        <ChangeRow key={change.id} id={`change-${change.id}`} on={change.verified_at} isFromFile={change.is_from_file}>
          <ChangeEntry change={change} mark={<Stamp />}>
            {change.answer ? (
              <Thread label="Answer" isNested>
                <VendorAnswerEntry answer={change.answer} />
              </Thread>
            ) : null}
            <AnswerLink kind="change-logs" of={change} />
          </ChangeEntry>
        </ChangeRow>
      ))}
    </ol>
  )
}
