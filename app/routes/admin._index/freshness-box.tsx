import { Link } from '@remix-run/react'
import {
  FRESHNESS_SECTIONS,
  type FreshnessCounts,
  type FreshnessSection,
  freshnessPath,
  SECTION_LABELS,
} from '~/features/staff/freshness/freshness'
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
    <section className="box" aria-labelledby="freshness">
      <div className="box__head">
        <h2 id="freshness">Freshness</h2>
        <Link className="link small" to={freshnessPath()} discover="none">
          Open<span className="sr-only"> the freshness view</span>
        </Link>
      </div>
      <ul className="gaps">
        {FRESHNESS_SECTIONS.map((section) => (
          <li key={section}>
            <div>
              <Link className="link" to={freshnessPath({ section })} discover="none">
                {LABELS[section]}
              </Link>
              {notes[section] && counts[section] > 0 ? <p className="caption muted">{notes[section]}</p> : null}
            </div>
            <span className="num">{cappedCount(counts[section])}</span>
          </li>
        ))}
      </ul>
      {share === null ? null : (
        <p className="box__body flex justify-between gap-3">
          <span>Open deals checked within 90 days</span>
          <b className="num">{`${share}%`}</b>
        </p>
      )}
    </section>
  )
}
