import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { AttentionItem } from '~/features/staff/dashboard/dashboard.server'
import {
  FRESHNESS_SECTIONS,
  type FreshnessCounts,
  type FreshnessSection,
  freshnessPath,
  SECTION_LABELS,
} from '~/features/staff/freshness/freshness'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { cappedCount } from '~/ui/pluralize'

const LABELS = { ...SECTION_LABELS, unchecked: 'Not checked for 90 days' }

type FreshnessBoxProps = { counts: FreshnessCounts; share: number | null; endingSoon: number }

/** What staff look at again, with links to the sections of the freshness view. */
export function FreshnessBox({ counts, share, endingSoon }: FreshnessBoxProps) {
  const notes: Partial<Record<FreshnessSection, string>> = {
    unchecked: `30 days when ending soon. ${cappedCount(endingSoon)} of them ${endingSoon === 1 ? 'ends' : 'end'} this week.`,
    overdue: 'Visitors already see Expired. One press sets them all.',
  }
  return (
    <Box aria-labelledby="freshness">
      <BoxHead>
        <BoxTitle id="freshness">Freshness</BoxTitle>
        <Link className="link text-small" to={freshnessPath()} discover="none">
          Open<span className="sr-only"> the freshness view</span>
        </Link>
      </BoxHead>
      <ul>
        {FRESHNESS_SECTIONS.map((section) => (
          <Gap key={section} to={freshnessPath({ section })} label={LABELS[section]} count={counts[section]}>
            {notes[section] && counts[section] > 0 ? (
              <p className="text-caption leading-snug text-muted-foreground">{notes[section]}</p>
            ) : null}
          </Gap>
        ))}
      </ul>
      {share === null ? null : (
        <p className="p-5 flex justify-between gap-3">
          <span>Open deals checked within 90 days</span>
          <b>{`${share}%`}</b>
        </p>
      )}
    </Box>
  )
}

/** What deals are missing, with links to the lists of these deals. */
export function Gaps({ items }: { items: AttentionItem[] }) {
  return (
    <Box aria-labelledby="gaps">
      <BoxHead>
        <BoxTitle id="gaps">Gaps in the record</BoxTitle>
      </BoxHead>
      <ul>
        {items.map(({ label, count, to }) => (
          <Gap key={to} to={to} label={label} count={count} />
        ))}
      </ul>
    </Box>
  )
}

type GapProps = { to: string; label: string; count: number; children?: ReactNode }

function Gap({ to, label, count, children }: GapProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-border px-5 py-3 not-first:border-t">
      <div>
        <Link className="link inline-flex min-h-7 items-center" to={to} discover="none">
          {label}
        </Link>
        {children}
      </div>
      <span className="font-[540] font-display text-title leading-[1.1]">{cappedCount(count)}</span>
    </li>
  )
}
