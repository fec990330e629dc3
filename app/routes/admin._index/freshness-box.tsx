import { Link } from '@remix-run/react'
import { type FreshnessCounts, freshnessLists, freshnessPath } from '~/features/staff/freshness/freshness'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { cappedCount } from '~/ui/pluralize'

const NOTES: Record<string, string> = {
  unconfirmed: 'No end date and no recent check. Visitors no longer see them as open.',
}

/** What staff check again, with links to the sections of the freshness view. */
export function FreshnessBox({ counts }: { counts: FreshnessCounts }) {
  const lists = freshnessLists(counts).filter(({ count }) => count > 0)
  return (
    <Box aria-labelledby="freshness">
      <BoxHead>
        <BoxTitle id="freshness">Freshness</BoxTitle>
        <Link className="link text-small" to={freshnessPath()} discover="none">
          Open<span className="sr-only"> the freshness view</span>
        </Link>
      </BoxHead>
      {lists.length === 0 ? <p className="p-5 text-muted-foreground">Nothing to check.</p> : null}
      <ul>
        {lists.map(({ key, label, to, count }) => (
          <FreshnessRow key={key} to={to} label={label} count={count}>
            {NOTES[key]}
          </FreshnessRow>
        ))}
      </ul>
    </Box>
  )
}

type FreshnessRowProps = { to: string; label: string; count: number; children?: string }

function FreshnessRow({ to, label, count, children }: FreshnessRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-border px-5 py-3 not-first:border-t">
      <div>
        <Link className="link inline-flex min-h-7 items-center" to={to} discover="none">
          {label}
        </Link>
        {children ? <p className="text-caption leading-snug text-muted-foreground">{children}</p> : null}
      </div>
      <span className="font-[540] font-display text-title leading-[1.1]">{cappedCount(count)}</span>
    </li>
  )
}
