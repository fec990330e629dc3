import { Link } from '@remix-run/react'
import { CHANGE_KIND_LABELS } from '~/features/change-logs/change-log'
import { ValueChange } from '~/features/change-logs/value-change'
import { LocalDate } from '~/ui/local-date'
import { OutsideLink } from '~/ui/outside-link'
import { Stars } from '~/ui/stars'
import type { QueueItem } from './screens.server'

/** The text of a contribution and its deal. A comment has no title, so the deal name labels the item. */
export function ItemText({ item, titleId }: { item: QueueItem; titleId: string }) {
  const { title, body, rating, deal, slug, published } = item
  const dealName = <bdi>{deal}</bdi>
  return (
    <>
      <div className="queue-item__who">
        {rating ? <Stars value={rating} small /> : null}
        {item.change_kind ? <span className="tag">{CHANGE_KIND_LABELS[item.change_kind]}</span> : null}
        {title ? null : <span>On</span>}
        <Link className="link" id={title ? undefined : titleId} to={`/deals/${slug}`} discover="none">
          {dealName}
        </Link>
        {published ? null : <span>Draft</span>}
      </div>
      {title ? (
        <h2 id={titleId} dir="auto">
          {title}
        </h2>
      ) : null}
      {item.change_kind ? <ValueChange change={{ ...item, kind: item.change_kind }} /> : null}
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
      {item.change_kind ? <ReportedFacts item={item} /> : null}
    </>
  )
}

const AFFECTED = { YES: 'Affects existing owners', NO: 'Affects new buyers only', UNKNOWN: 'Impact unknown' }

function ReportedFacts({ item: { effective_on, affects_owners, source_url } }: { item: QueueItem }) {
  return (
    <div className="queue-item__who">
      <span>{AFFECTED[affects_owners ?? 'UNKNOWN']}</span>
      {effective_on ? (
        <span>
          {'Effective '}
          <LocalDate value={effective_on} />
        </span>
      ) : null}
      {source_url ? <OutsideLink url={source_url}>Source</OutsideLink> : <span>No source given</span>}
    </div>
  )
}
