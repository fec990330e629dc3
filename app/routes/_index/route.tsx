import { Link, useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { organizationData, websiteData } from '~/features/audience/seo/structured-data.server'
import { isOpenStatus } from '~/features/catalog/deals/deal'
import { toCards } from '~/features/catalog/deals/list/deal-card'
import { DealGrid } from '~/features/catalog/deals/list/deal-grid'
import { listFeaturedDeals } from '~/features/catalog/deals/list/find-deals.server'
import { countCatalog } from '~/features/catalog/deals/open-deals.server'
import { listLatestVerifiedChanges } from '~/features/contributions/change-logs/change-logs.server'
import { LatestChanges } from '~/features/contributions/change-logs/latest-changes'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { orEmpty } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { site } from '~/site.server'
import { Icon } from '~/ui/icon'
import { RecordsUnreachable } from '~/ui/records-unreachable'
import { SectionHead } from '~/ui/section-head'
import { ClosingCall } from './closing-call'
import { Hero } from './hero'
import { SuggestBox } from './suggest-box'
import { ValueProps } from './value-props'

const FEATURED = 6
const LATEST = 5
/** With fewer open deals than this the page asks for suggestions. */
const FEW = 3

export async function loader() {
  const [deals, changes, counts, head] = await Promise.all([
    orEmpty(undefined, listFeaturedDeals(FEATURED)),
    orEmpty([], listLatestVerifiedChanges(LATEST)),
    orEmpty({ deals: 0, reviews: 0, changes: 0 }, countCatalog()),
    describePage({
      title: 'Lifetime deals, kept on the record',
      description: site.tagline,
      path: '/',
      feeds: [
        { type: 'rss', title: 'Newest deals', path: '/deals.rss' },
        { type: 'rss', title: 'Verified changes', path: '/changes.rss' },
      ],
    }),
  ])
  return {
    deals: toCards(deals ?? []),
    isUnreachable: deals === undefined,
    today: utcToday(),
    changes,
    counts,
    tagline: site.tagline,
    head,
    structured: [organizationData(), websiteData()],
  }
}

export default function HomePage() {
  const { deals, isUnreachable, today, changes, counts, tagline } = useLoaderData<typeof loader>()
  const isMember = useCurrentUser() !== undefined
  const open = deals.filter(({ shown_status }) => isOpenStatus(shown_status)).length
  return (
    <>
      <Hero tagline={tagline} counts={counts} isMember={isMember} />
      {isUnreachable ? (
        <div className="wrap mt-8">
          <RecordsUnreachable />
        </div>
      ) : null}
      {deals.length > 0 ? (
        <section className="py-section" aria-labelledby="featured">
          <div className="wrap">
            <SectionHead>
              <h2 id="featured">Featured Deals</h2>
              <Link className="link link--arrow" to="/deals">
                View All Deals
                <Icon name="arrow-right" />
              </Link>
            </SectionHead>
            <DealGrid deals={deals} today={today} heading="h3">
              {open < FEW ? <SuggestBox open={open} /> : null}
            </DealGrid>
          </div>
        </section>
      ) : null}
      {deals.length === 0 && !isUnreachable ? (
        <div className="wrap py-section">
          <SuggestBox open={0} />
        </div>
      ) : null}
      {changes.length > 0 ? (
        <section className={deals.length > 0 ? 'py-section pt-0' : 'py-section'} aria-labelledby="latest">
          <div className="wrap">
            <SectionHead line="none">
              <h2 id="latest">Latest verified changes</h2>
              <Link className="link link--arrow" to="/changes">
                View all changes
                <Icon name="arrow-right" />
              </Link>
            </SectionHead>
            <LatestChanges changes={changes} />
          </div>
        </section>
      ) : null}
      <ValueProps />
      <ClosingCall isMember={isMember} />
    </>
  )
}
