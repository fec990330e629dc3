import { Link } from '@remix-run/react'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS } from '~/features/catalog/record/change-log'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import { LocalDate } from '~/ui/local-date'
import { OutsideLink } from '~/ui/outside-link'
import { Stars } from '~/ui/stars'
import type { ViewItem } from './queue-types'

/** The text of a contribution and its deal. A comment has no title, so the deal name labels the item. */
export function ItemText({ item, titleId }: { item: ViewItem; titleId: string }) {
  const { fullTitle, body, rating, deal, change } = item
  return (
    <>
      <div className="queue-item__who">
        {rating ? <Stars value={rating} small /> : null}
        {change ? <span className="tag">{CHANGE_KIND_LABELS[change.kind]}</span> : null}
        {fullTitle ? null : <span>On</span>}
        {deal ? (
          <Link className="link" id={fullTitle ? undefined : titleId} to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        ) : null}
        {deal && !deal.published ? <span>Draft</span> : null}
      </div>
      {fullTitle ? (
        <h2 id={titleId} dir="auto">
          {fullTitle}
        </h2>
      ) : null}
      {change ? <ReportedValues change={change} /> : null}
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
      {change ? <ReportedFacts change={change} /> : null}
    </>
  )
}

function ReportedValues({ change: { kind, currency, oldValue, newValue } }: { change: ReportedChange }) {
  return <ValueChange change={{ kind, currency, old_value: oldValue, new_value: newValue }} />
}

function ReportedFacts({ change: { effectiveOn, affectsOwners, sourceUrl } }: { change: ReportedChange }) {
  return (
    <div className="queue-item__who">
      <span>{AFFECTS_LABELS[affectsOwners]}</span>
      {effectiveOn ? (
        <span>
          {'Effective '}
          <LocalDate value={effectiveOn} />
        </span>
      ) : null}
      {sourceUrl ? <OutsideLink url={sourceUrl}>Source</OutsideLink> : <span>No source given</span>}
    </div>
  )
}
