import { Link } from '@remix-run/react'
import type { AffectsOwners } from '~/db/schema'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS, type ReportedValues } from '~/features/catalog/record/change-log'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { Stamp } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'

type StreamedChange = ReportedValues & {
  id: string
  title: string
  affects_owners: AffectsOwners
  verified_at: Date
  deal_title: string
  deal_slug: string
}

/** Dated entries of many deals; each leads to its place in the record of its deal. */
export function ChangeStream({ changes }: { changes: StreamedChange[] }) {
  return (
    <ol className="changelog">
      {changes.map((change) => (
        <li key={change.id} className="changelog__row">
          <span className="changelog__date">
            <span className="sr-only">Verified on </span>
            <LocalDate value={change.verified_at} form="stacked" />
          </span>
          <span className="changelog__mark">
            <Icon name="badge-check" />
          </span>
          <div className="changelog__entry">
            <h2 className="title">
              <Link discover="none" to={`/deals/${change.deal_slug}/changes#change-${change.id}`}>
                <bdi>{change.deal_title}</bdi>
              </Link>
            </h2>
            <p dir="auto" className="strong">
              {change.title}
            </p>
            <ValueChange change={change} />
            <div className="changelog__meta">
              <Stamp />
              <span className="tag">{CHANGE_KIND_LABELS[change.kind]}</span>
              <span>{AFFECTS_LABELS[change.affects_owners]}</span>
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
