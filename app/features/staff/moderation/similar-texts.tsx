import { Link } from '@remix-run/react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import type { SimilarText } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { LocalDate } from '~/ui/local-date'
import { excerptOfCommon } from './common-phrases'
import type { ItemDetail } from './queue-item.server'
import { itemPath } from './queue-paths'

/** Earlier texts that are much like this one, with the phrases that they share, and reports of the same kind of change. */
export function SimilarTexts({ item, similar }: { item: ItemDetail; similar: SimilarText[] }) {
  return (
    <Box aria-labelledby="similar">
      <BoxHead>
        <BoxTitle id="similar">Similar earlier texts</BoxTitle>
        <span className="text-caption leading-snug text-muted-foreground">{similar.length}</span>
      </BoxHead>
      <ul className="divide-y divide-border">
        {similar.map((other) => (
          <li key={other.id} className="grid gap-1 px-5 py-3.5">
            <SimilarHead other={other} />
            <p dir="auto" className="text-small leading-5 text-muted-foreground wrap-anywhere">
              “
              {excerptOfCommon(other.text, item.body).map(({ at, text, isCommon }) =>
                isCommon ? (
                  <mark key={at} className="rounded-xs bg-accent-soft px-0.5 text-accent-soft-foreground">
                    {text}
                  </mark>
                ) : (
                  <span key={at}>{text}</span>
                ),
              )}
              ”
            </p>
          </li>
        ))}
      </ul>
    </Box>
  )
}

function describeLikeness(percent: number | null) {
  if (percent === null) return 'Same deal, same kind'
  return percent === 100 ? 'The same text' : `${percent}% alike`
}

function SimilarHead({ other }: { other: SimilarText }) {
  const { percent, status, kind, id, deal, author, isSameAuthor, date } = other
  const { label, preposition } = specOf(kind)
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-subtle-foreground">
      <b className="font-semibold text-foreground">{describeLikeness(percent)}</b>
      <ModerationBadge status={status} />
      <span>
        <Link className="link" to={itemPath(kind, id)} discover="none">
          {label}
          {deal ? (
            <>
              {` ${preposition} `}
              <bdi>{deal}</bdi>
            </>
          ) : null}
        </Link>
        {isSameAuthor ? ' by the same person' : ' by '}
        {isSameAuthor ? null : <bdi>{author ?? 'a former member'}</bdi>}
        {', '}
        <LocalDate value={date} />
      </span>
    </div>
  )
}
