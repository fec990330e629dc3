import { Link } from '@remix-run/react'
import {
  FRESHNESS_SECTIONS,
  type FreshnessCounts,
  type FreshnessSection,
  freshnessPath,
  SECTION_LABELS,
} from '~/features/staff/freshness/freshness'
import { Count } from '~/ui/badge'

type SectionTabsProps = { section: FreshnessSection | ''; counts: FreshnessCounts }

export function SectionTabs({ section, counts }: SectionTabsProps) {
  const total = FRESHNESS_SECTIONS.reduce((sum, each) => sum + counts[each], 0)
  const tabs = [
    { section: '' as const, label: 'All', count: total, isDue: false },
    ...FRESHNESS_SECTIONS.map((each) => ({
      section: each,
      label: SECTION_LABELS[each],
      count: counts[each],
      isDue: each === 'reported' || each === 'broken',
    })),
  ]
  return (
    <nav className="kind-tabs" aria-label="Why">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          discover="none"
          to={freshnessPath({ section: tab.section })}
          aria-current={tab.section === section ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
          <Count value={tab.count} due={tab.isDue && tab.count > 0} />
        </Link>
      ))}
    </nav>
  )
}
