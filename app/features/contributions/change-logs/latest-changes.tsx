import { Link } from '@remix-run/react'
import { Stamp } from '~/ui/badge'
import { LocalDate } from '~/ui/local-date'

type LatestChange = { id: string; title: string; verified_at: Date; deal_title: string; deal_slug: string }

/** One line for each change, in the dated column of a ledger. */
export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  return (
    <div className="ledger">
      {changes.map(({ id, title, verified_at, deal_title, deal_slug }) => (
        <div key={id} className="ledger__row">
          <LocalDate value={verified_at} form="short" />
          <Link discover="none" to={`/deals/${deal_slug}/changes#change-${id}`}>
            <bdi>{deal_title}</bdi>
          </Link>
          <p dir="auto">{title}</p>
          <Stamp />
        </div>
      ))}
    </div>
  )
}
