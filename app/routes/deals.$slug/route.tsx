import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { hasNoRecord, isPastStatus } from '~/features/catalog/deals/deal'
import { DealGrid } from '~/features/catalog/deals/list/deal-grid'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { withLoadFailure } from '~/http/responses.server'
import { Breadcrumbs } from '~/ui/breadcrumbs'
import { Notice } from '~/ui/notice'
import { PagePart } from '~/ui/page-part'
import { SectionHead } from '~/ui/section-head'
import { Tabs } from '~/ui/tabs'
import { DealFaq, Description, HelpBox, ProsAndCons } from './deal-body'
import { readDealPage } from './deal-page.server'
import { DealSidebar } from './deal-sidebar'
import { DealTallies } from './deal-tallies'
import { DealTop } from './deal-top'
import { Offers, OpenDeals } from './other-offers'
import { BuyBar } from './prices'
import { useDeal } from './use-deal'
import { WhatYouGet } from './what-you-get'

export { MissingDealScreen as ErrorBoundary } from './missing-deal-screen'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return withLoadFailure(() => readDealPage(request, params.slug!))
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load deal details' }

export default function DealPage() {
  const { deal, crumbs } = useDeal()
  const isPast = isPastStatus(deal.shown_status)
  return (
    <div className="wrap">
      <Breadcrumbs items={crumbs} />
      {deal.published ? null : <Notice title="Draft" text="Only staff can see this page." icon="pencil" />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-2 pb-section wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-14 lg:gap-y-10">
        <DealTop />
        <DealSidebar />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[clamp(2.25rem,1.8rem+1.5vw,3.25rem)] lg:col-start-1 lg:row-start-2">
          <DealTallies />
          {isPast ? (
            <>
              <OpenDeals />
              <Offers />
            </>
          ) : null}
          <Description />
          <WhatYouGet />
          <ProsAndCons />
          {isPast ? null : <Offers />}
          <DealFaq />
          <DealRecord />
          <BuyBar />
        </div>
      </div>
      <RelatedDeals />
    </div>
  )
}

/** The tabs. Each has its own URL with the anchor of the record, so that without scripts the page opens at the tabs. */
function DealRecord() {
  const { deal } = useDeal()
  const { pathname } = useLocation()
  const user = useCurrentUser()
  const path = `/deals/${deal.slug}`
  const isUnknown = hasNoRecord(deal) && pathname === path
  const tabs = [
    { path, label: `Reviews (${deal.review_count})` },
    { path: `${path}/changes`, label: `Change Log (${deal.change_count})` },
    { path: `${path}/comments`, label: `Comments (${deal.comment_count})` },
  ]
  return (
    <>
      <HelpBox lacksRecord={isUnknown} />
      {/* Members have forms on the tabs. */}
      {isUnknown && !user ? (
        <div className="grid gap-8 empty:hidden" id="record">
          <Outlet />
        </div>
      ) : (
        <PagePart id="record" aria-label="Record">
          <Tabs
            label="Record"
            items={tabs.map(({ path, label }) => ({ to: `${path}#record`, label, current: pathname === path }))}
          />
          <div className="mt-2 grid gap-8">
            <Outlet />
          </div>
        </PagePart>
      )}
    </>
  )
}

function RelatedDeals() {
  const { related, today } = useDeal()
  if (related.length === 0) return null
  return (
    <section className="mb-section" aria-labelledby="related">
      <SectionHead>
        <h2 id="related">Related deals</h2>
      </SectionHead>
      <DealGrid deals={related} today={today} heading="h3" hasFour />
    </section>
  )
}
