import { Link } from '@remix-run/react'
import type { listContributions } from '~/features/people/accounts/contributions.server'
import { type Decided, DecisionNote } from '~/features/staff/moderation/decision-note'
import { ModerationBadge } from '~/features/staff/moderation/moderation-badge'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'

export type Entry = Pick<
  Awaited<ReturnType<typeof listContributions>>['comments'][number],
  'id' | 'status' | 'created_at' | 'deal' | 'slug' | 'published'
>

type ContributionItemProps = {
  entry: Entry & Decided
  title?: string
  body: string
  rating?: number
  canEdit: boolean
  /** Path of the tab on the deal page, and the query and hash that open its form there. */
  tab: '' | '/changes' | '/comments'
  form: string
}

/** One contribution with its deal and moderation status. */
export function ContributionItem({ entry, title, body, rating, canEdit, tab, form }: ContributionItemProps) {
  const { status, created_at, deal, slug, published } = entry
  const isEditable = canEdit && published && status !== 'APPROVED'
  return (
    <>
      <div className="contributions__top">
        <ModerationBadge status={status} />
        {rating ? <Stars value={rating} small /> : null}
        {published ? (
          <Link className="link" to={`/deals/${slug}${tab}`}>
            <bdi>{deal}</bdi>
          </Link>
        ) : (
          <bdi>{deal}</bdi>
        )}
        <LocalDate value={created_at} />
      </div>
      {title ? <h3 dir="auto">{title}</h3> : null}
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
      <DecisionNote {...entry} />
      {isEditable ? (
        <p>
          <Link className="link" to={`/deals/${slug}${tab}${form}`}>
            {status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
            <span className="sr-only">: {title ?? deal}</span>
          </Link>
        </p>
      ) : null}
    </>
  )
}
