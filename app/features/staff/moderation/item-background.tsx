import { Link } from '@remix-run/react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import type { SimilarText } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Icon } from '~/ui/icon'
import { shorten } from '~/ui/shorten'
import { itemPath } from './queue-paths'
import type { ViewItem } from './queue-types'

/** How the author's other contributions were decided, and the most similar text by anyone. */
export function ItemBackground({ item: { similar, author } }: { item: ViewItem }) {
  return (
    <>
      {similar[0] ? <MostSimilar other={similar[0]} /> : null}
      {author ? (
        <p className="queue-item__who">
          {author.approved + author.rejected === 0
            ? 'Their history: nothing decided yet'
            : `Their history: ${author.approved} approved, ${author.rejected} rejected`}
        </p>
      ) : null}
    </>
  )
}

function MostSimilar({ other: { percent, status, kind, id, text, deal, author } }: { other: SimilarText }) {
  return (
    <p className="queue-item__similar">
      <Icon name="copy" />
      <span>
        {percent === 100 ? 'Same text: ' : `${percent}% similar text: `}
        <ModerationBadge status={status} />{' '}
        <Link className="link" to={itemPath(kind, id)} discover="none">
          <bdi>{shorten(text, 60)}</bdi>
        </Link>
        {` ${specOf(kind).noun}`}
        {deal ? (
          <>
            {' on '}
            <bdi>{deal}</bdi>
          </>
        ) : null}
        {author ? (
          <>
            {' by '}
            <bdi>{author}</bdi>
          </>
        ) : null}
      </span>
    </p>
  )
}
