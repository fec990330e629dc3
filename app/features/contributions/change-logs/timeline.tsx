import { AnswerLink } from '~/features/contributions/answers/answer-link'
import type { ShownAnswer } from '~/features/contributions/answers/vendor-answer'
import { VendorAnswerEntry } from '~/features/contributions/answers/vendor-answer-entry'
import { Stamp } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { Thread } from '~/ui/thread'
import { type Change, ChangeEntry } from './change-entry'

type VerifiedChange = Change & { verified_at: Date; answer?: ShownAnswer | null }

/** Dated entries, the newest first. */
export function Timeline({ changes }: { changes: VerifiedChange[] }) {
  return (
    <ol className="changelog">
      {changes.map((change) => (
        <li key={change.id} className="changelog__row" id={`change-${change.id}`}>
          <span className="changelog__date">
            <span className="sr-only">Verified on </span>
            <LocalDate value={change.verified_at} form="stacked" />
          </span>
          <span className="changelog__mark">
            <Icon name="badge-check" />
          </span>
          <ChangeEntry change={change} mark={<Stamp />}>
            {change.answer ? (
              <Thread label="Answer">
                <VendorAnswerEntry answer={change.answer} />
              </Thread>
            ) : null}
            <AnswerLink kind="change-logs" of={change} />
          </ChangeEntry>
        </li>
      ))}
    </ol>
  )
}
