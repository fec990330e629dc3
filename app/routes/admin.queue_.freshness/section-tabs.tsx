import { Link } from '@remix-run/react'
import {
  type FreshnessCounts,
  freshnessPath,
  SECTION_LABELS,
  SECTIONS,
  type Section,
} from '~/features/staff/freshness/freshness'
import { Count } from '~/ui/badge'

type SectionTabsProps = { section: Section | ''; counts: FreshnessCounts }

export function SectionTabs({ section, counts }: SectionTabsProps) {
  const total = SECTIONS.reduce((sum, each) => sum + counts[each], 0)
  const tabs = [
    { section: '' as const, label: 'All', count: total, isDue: false },
    ...SECTIONS.map((each) => ({
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
