import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { breadcrumbData } from '~/features/audience/seo/structured-data.server'
import { dealFeeds, dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { DealListing, listingPath } from '~/features/catalog/deals/list/listing'
import { type PlatformTerms, refundText } from '~/features/catalog/deals/terms'
import { findMovedPlatform, findPlatform } from '~/features/catalog/platforms/platforms.server'
import { loadTaxonomyPage } from '~/features/catalog/taxonomy/taxonomy-page.server'
import { refundSentence } from '~/features/contributions/refunds/refund'
import { findRefunds } from '~/features/contributions/refunds/refund-figures.server'
import { withLoadFailure } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { PageHeading } from '~/ui/page-heading'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const {
      row: platform,
      list,
      today,
      page,
      path,
    } = await loadTaxonomyPage(request, 'platform', params.slug!, {
      find: findPlatform,
      findMoved: findMovedPlatform,
    })

    const refunds = await findRefunds('platform_id', platform.id)
    const head = await describePage(
      {
        title: `${platform.name} lifetime deals`,
        description: `Lifetime deals sold on ${platform.name}, open ones first, with moderated reviews and verified changes.`,
        path: listingPath(path, page),
        feeds: dealFeeds(`Newest deals on ${platform.name}`, { platform: platform.slug }),
      },
      { type: 'PLATFORM', id: platform.id },
    )
    const structured = breadcrumbData([
      { label: 'Platforms', path: '/platforms' },
      { label: platform.name, path },
    ])
    return { platform, refunds, list, today, page, path, head, structured }
  })
}

export default function PlatformPage() {
  const { platform, refunds, list, today, page, path } = useLoaderData<typeof loader>()
  const { name, website_url } = platform
  const rules = rulesOf(platform)
  return (
    <div className="wrap mb-section">
      <PageHeading above={<BackLink to="/platforms">Back to Platforms</BackLink>} title={name}>
        {website_url ? (
          <p>
            <OutsideLink url={website_url}>{shortUrl(website_url)}</OutsideLink>
          </p>
        ) : null}
        {rules.length > 0 ? <p className="text-muted-foreground">{`${rules.join('. ')}.`}</p> : null}
        {refunds ? <p className="text-muted-foreground">{`${refundSentence(refunds)}.`}</p> : null}
      </PageHeading>
      <DealListing
        {...{ list, today, page, path }}
        everyOffer={dealListPath({ platform: platform.slug, offers: 'all' })}
      >
        <EmptyState icon="store" title="No deals from this platform yet" />
      </DealListing>
    </div>
  )
}

/** What counts for the deals of the platform that state nothing else. */
function rulesOf({ refund_days: days, refund_from: from, buyer_protection }: PlatformTerms) {
  return [
    days !== null && `Refund: ${refundText({ days, from })}, unless a deal has its own rule`,
    buyer_protection !== null && `Buyer protection: ${buyer_protection}`,
  ].filter((rule) => rule !== false)
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/platforms', label: 'Back to Platforms' }} />
}
