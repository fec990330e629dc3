import { useLocation } from '@remix-run/react'
import { Tabs } from '~/ui/tabs'
import type { ShownDeal } from './shown-deal'

/** Each tab has its own URL with the anchor of the record, so that without scripts the page opens at the tabs. */
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
