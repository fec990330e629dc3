import { Stamp } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { OutsideLink } from '~/ui/outside-link'
import { type AffectsOwners, CHANGE_KIND_LABELS, type ChangeKind } from './change-log'
import { ValueChange } from './value-change'

type VerifiedChange = {
  id: string
  title: string
  description: string
  kind: ChangeKind
  old_value: string | null
  new_value: string | null
  effective_on: string | null
  source_url: string | null
  affects_owners: AffectsOwners
  verified_at: Date
}

const AFFECTED: Record<AffectsOwners, string> = {
  YES: 'Affects existing owners',
  NO: 'Affects new buyers only',
  UNKNOWN: 'Not known who is affected',
}

/** Dated entries, the newest first. */
export function Timeline({ changes }: { changes: VerifiedChange[] }) {
  return (
    <ol className="log">
      {changes.map((change) => (
        <li key={change.id} className="log__row" id={`change-${change.id}`}>
          <span className="log__date">
            <span className="sr-only">Verified on </span>
            <LocalDate value={change.verified_at} form="stacked" />
          </span>
          <span className="log__mark">
            <Icon name="badge-check" />
          </span>
          <div className="log__entry">
            <h4 dir="auto">{change.title}</h4>
            <ValueChange oldValue={change.old_value} newValue={change.new_value} />
            <p dir="auto" className="whitespace-pre-line">
              {change.description}
            </p>
            <div className="log__meta">
              <Stamp />
              <span className="tag">{CHANGE_KIND_LABELS[change.kind]}</span>
              <span>{AFFECTED[change.affects_owners]}</span>
              {change.effective_on ? (
                <span>
                  {'In force from '}
                  <LocalDate value={change.effective_on} />
                </span>
              ) : null}
              <OutsideLink url={change.source_url}>Source</OutsideLink>
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
