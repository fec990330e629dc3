import { useLocation } from '@remix-run/react'
import { Tabs } from '~/ui/tabs'
import type { ShownDeal } from './shown-deal'

/** Each tab is an address of its own. They lead to the record, so that a page without scripts opens where the tabs are. */
export function RecordTabs({ deal }: { deal: ShownDeal }) {
  const { pathname } = useLocation()
  const tabs = [
    { path: `/deals/${deal.slug}`, label: `Reviews (${deal.review_count})` },
    { path: `/deals/${deal.slug}/changes`, label: `Change Log (${deal.change_count})` },
    { path: `/deals/${deal.slug}/comments`, label: `Comments (${deal.comment_count})` },
  ]
  return (
    <Tabs
      label="Record"
      items={tabs.map(({ path, label }) => ({ to: `${path}#record`, label, current: pathname === path }))}
    />
  )
}
