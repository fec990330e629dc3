import { Link } from '@remix-run/react'
import type { ModerationStatus } from '~/db/schema'
import { ModerationBadge } from '~/features/moderation/moderation-badge'
import { RejectionReason } from '~/features/moderation/rejection-reason'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'

export type Entry = {
  id: string
  status: ModerationStatus
  created_at: Date
  deal: string
  slug: string
  published: boolean
}

type ItemProps = {
  entry: Entry & { moderation_reason?: string | null }
  title?: string
  body: string
  rating?: number
  mayEdit: boolean
  /** The tab of the deal page where it stands, and there its form. */
  place: '' | '/changes' | '/comments'
  form: string
}

/** What one person wrote about a deal, and what became of it. */
export function Item({ entry, title, body, rating, mayEdit, place, form }: ItemProps) {
  const { status, created_at, deal, slug, published, moderation_reason } = entry
  const isEditable = mayEdit && published && status !== 'APPROVED'
  return (
    <>
      <div className="contributions__top">
        <ModerationBadge status={status} />
        {rating ? <Stars value={rating} small /> : null}
        {published ? (
          <Link className="link" to={`/deals/${slug}${place}`}>
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
      <RejectionReason reason={moderation_reason} />
      {isEditable ? (
        <p>
          <Link className="link" to={`/deals/${slug}${place}${form}`}>
            {status === 'REJECTED' ? 'Edit and resubmit' : 'Edit'}
            <span className="sr-only">: {title ?? deal}</span>
          </Link>
        </p>
      ) : null}
    </>
  )
}
