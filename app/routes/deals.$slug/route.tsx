import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { findBookmark } from '~/features/audience/following/followed-deals.server'
import { breadcrumbData, faqData, productData } from '~/features/audience/seo/structured-data.server'
import { hasNoRecord, isPastStatus } from '~/features/catalog/deals/deal'
import { toCards } from '~/features/catalog/deals/list/deal-card'
import { DealGrid } from '~/features/catalog/deals/list/deal-grid'
import { AnswerLine } from '~/features/catalog/deals/page/answer-line'
import { findShownDeal, listRelatedDeals, missingDeal } from '~/features/catalog/deals/page/deal-page.server'
import { renderDescription, withoutSummary } from '~/features/catalog/deals/page/description-format.server'
import { fullSrc } from '~/features/catalog/pictures/picture'
import { isLowestOf } from '~/features/catalog/price-history/price-history'
import { findPriceRange } from '~/features/catalog/price-history/price-history.server'
import { listOffers } from '~/features/catalog/products/offers.server'
import { findChangeFigures } from '~/features/contributions/change-logs/change-logs.server'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { findUser } from '~/features/people/accounts/guards.server'
import { findFreshness } from '~/features/staff/freshness/deal-notice.server'
import { absoluteUrl } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { Breadcrumbs } from '~/ui/breadcrumbs'
import { Notice } from '~/ui/notice'
import { PagePart } from '~/ui/page-part'
import { SectionHead } from '~/ui/section-head'
import { breadcrumbsOf } from './breadcrumbs'
import { BuyBar } from './buy-bar'
import { DealFaq } from './deal-faq'
import { DealNoticeBox } from './deal-notice'
import { DealSidebar } from './deal-sidebar'
import { DealTallies } from './deal-tallies'
import { DealTop } from './deal-top'
import { describeDeal } from './describe-deal.server'
import { Description } from './description'
import { HelpBox } from './help-box'
import { Offers } from './offers'
import { OpenDeals } from './open-deals'
import { ProsAndCons } from './pros-and-cons'
import { RecordTabs } from './record-tabs'
import { lacksTerms, WhatYouGet } from './what-you-get'

export { MissingDealScreen as ErrorBoundary } from './missing-deal-screen'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const [found, user] = await Promise.all([findShownDeal(request, params.slug!), findUser(request)])
    if (!found) throw await missingDeal(params.slug!, request)

    const [related, head, freshness, prices, offers, bookmark, { overTime }, changes] = await Promise.all([
      listRelatedDeals(found),
      describeDeal(found),
      findFreshness(found, user?.id),
      findPriceRange(found),
      listOffers(found.product_id),
      user && findBookmark(user.id, found.id),
      findReviewFigures(found.id),
      findChangeFigures(found.id),
    ])
    const { category_id, hero_image_url, updated_at, product_id, vendor, ...shown } = found
    const { pros_and_cons, faqs, plans, credit, ...deal } = shown
    const crumbs = breadcrumbsOf(deal)
    const product = productData({ ...deal, image: absoluteUrl(fullSrc(deal.picture)) ?? head.image }, plans.plans)
    const structured = [
      ...(product ? [product] : []),
      breadcrumbData(crumbs),
      ...(faqs.length > 0 ? [faqData(faqs)] : []),
    ]
    const description = renderDescription(withoutSummary(deal))
    return {
      deal: { ...deal, description },
      prosAndCons: pros_and_cons,
      faqs,
      related: toCards(related),
      crumbs,
      head,
      notice: freshness.notice,
      alternatives: freshness.alternatives && {
        ...freshness.alternatives,
        deals: toCards(freshness.alternatives.deals),
      },
      isLowest: isLowestOf(deal.deal_price, prices),
      offers,
      reports: freshness.reports,
      own: freshness.own,
      bookmark: user && (bookmark ?? null),
      credit,
      plans,
      figures: { owners: overTime.owners, checked: overTime.checked, changes },
      today: utcToday(),
      // Search engines are visitors.
      structured: deal.published && !user ? structured : [],
    }
  })
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load deal details' }

export default function DealPage() {
  const { deal, prosAndCons, faqs, related, crumbs, head, notice, offers, bookmark, today, ...data } =
    useLoaderData<typeof loader>()
  const { isLowest, reports, own, credit, figures, plans, alternatives } = data
  const offersBlock = <Offers deal={deal} offers={offers} />
  const isPast = isPastStatus(deal.shown_status)
  const { pathname } = useLocation()
  const user = useCurrentUser()
  const isUnknown = hasNoRecord(deal) && pathname === `/deals/${deal.slug}`
  // Members have forms on the tabs.
  const isBare = isUnknown && !user
  return (
    <div className="wrap">
      <Breadcrumbs
        items={crumbs.map(({ label, path }, index) => ({ label, to: crumbs[index + 1] ? path : undefined }))}
      />
      {deal.published ? null : <Notice title="Draft" text="Only staff can see this page." icon="pencil" />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-2 pb-section wrap-anywhere lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-14 lg:gap-y-10">
        <DealTop deal={deal} notice={<DealNoticeBox notice={notice} />}>
          <AnswerLine
            {...{ deal, today, isLowest, offers }}
            isDoubted={notice?.kind === 'reported'}
            changes={figures.changes}
          />
        </DealTop>
        <DealSidebar deal={deal} address={head.canonical} bookmark={bookmark} {...{ reports, own }} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[clamp(2.25rem,1.8rem+1.5vw,3.25rem)] lg:col-start-1 lg:row-start-2">
          <DealTallies deal={deal} figures={figures} />
          {isPast ? (
            <>
              <OpenDeals alternatives={alternatives} today={today} />
              {offersBlock}
            </>
          ) : null}
          <Description deal={deal} credit={credit} />
          <WhatYouGet deal={deal} plans={plans} />
          <ProsAndCons entries={prosAndCons} />
          {isPast ? null : offersBlock}
          <DealFaq faqs={faqs} />
          <HelpBox deal={deal} lacksTerms={lacksTerms(deal)} lacksRecord={isUnknown} />
          {isBare ? (
            <div className="grid gap-8 empty:hidden" id="record">
              <Outlet />
            </div>
          ) : (
            <PagePart id="record" aria-label="Record">
              <RecordTabs deal={deal} />
              <div className="mt-2 grid gap-8">
                <Outlet />
              </div>
            </PagePart>
          )}
          <BuyBar deal={deal} />
        </div>
      </div>
      {related.length > 0 ? (
        <section className="mb-section" aria-labelledby="related">
          <SectionHead>
            <h2 id="related">Related deals</h2>
          </SectionHead>
          <DealGrid deals={related} today={today} heading="h3" hasFour />
        </section>
      ) : null}
    </div>
  )
}
