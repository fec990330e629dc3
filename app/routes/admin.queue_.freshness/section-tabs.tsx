import {
  FRESHNESS_SECTIONS,
  type FreshnessCounts,
  type FreshnessSection,
  freshnessPath,
  SECTION_LABELS,
} from '~/features/staff/freshness/freshness'
import { KindTabs } from '~/features/staff/moderation/kind-tabs'

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
    <KindTabs
      label="Why"
      tabs={tabs.map((tab) => ({
        ...tab,
        to: freshnessPath({ section: tab.section }),
        isCurrent: tab.section === section,
      }))}
    />
  )
}
