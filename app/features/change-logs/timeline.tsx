import { Stamp } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { type Change, ChangeEntry } from './change-entry'

type VerifiedChange = Change & { verified_at: Date }

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
          <ChangeEntry change={change} mark={<Stamp />} />
        </li>
      ))}
    </ol>
  )
}
