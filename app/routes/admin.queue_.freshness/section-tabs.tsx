import {
  type FreshnessCounts,
  type FreshnessSection,
  freshnessLists,
  freshnessPath,
} from '~/features/staff/freshness/freshness'
import { WrappedTabs } from '~/ui/wrapped-tabs'

type SectionTabsProps = { section: FreshnessSection | ''; counts: FreshnessCounts }

/** The lists with deals; the others are folded. */
export function SectionTabs({ section, counts }: SectionTabsProps) {
  const tabs = freshnessLists(counts).map((list) => ({ ...list, isCurrent: list.key === section }))
  const total = tabs.reduce((sum, { count }) => sum + count, 0)
  const all = { label: 'All', count: total, to: freshnessPath(), isCurrent: section === '', isDue: false }
  const isTab = ({ count, isCurrent }: (typeof tabs)[number]) => count > 0 || isCurrent
  return <WrappedTabs label="Why" tabs={[all, ...tabs.filter(isTab)]} more={tabs.filter((tab) => !isTab(tab))} />
}
