import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { listDeals } from '~/features/deals/catalog.server'
import { dealFeeds } from '~/features/deals/deal-feeds'
import { DealListing, listingPath } from '~/features/deals/deal-listing'
import { DEFAULT_SEARCH } from '~/features/deals/deal-search'
import { findMovedPlatform, findPlatform } from '~/features/platforms/platforms.server'
import { describePage } from '~/features/seo/describe-page.server'
import { breadcrumbData } from '~/features/seo/structured-data.server'
import { headTags } from '~/http/page-head'
import { parsePage } from '~/http/page-number'
import { publicPageHeaders } from '~/http/public-page'
import { movedTo, notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import { OutsideLink, shortUrl } from '~/ui/outside-link'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [slug, page] = [params.slug!, parsePage(request)]
  const [platform, list] = await Promise.all([
    findPlatform(slug),
    listDeals({ ...DEFAULT_SEARCH, platform: slug, page }),
  ])
  if (!platform) {
    const moved = await findMovedPlatform(slug)
    throw moved ? movedTo(`/platforms/${moved.slug}`) : notFound('Platform')
  }
  if (page > Math.max(list.pages, 1)) throw redirect(listingPath(`/platforms/${slug}`, list.pages))

  const head = await describePage(
    {
      title: `${platform.name} lifetime deals`,
      description: `Lifetime deals sold on ${platform.name}, newest first, with buyer reviews and verified changes.`,
      path: listingPath(`/platforms/${slug}`, page),
      feeds: dealFeeds(`Newest deals on ${platform.name}`, { platform: slug }),
    },
    { type: 'PLATFORM', id: platform.id },
  )
  const structured = breadcrumbData([
    { label: 'Platforms', path: '/platforms' },
    { label: platform.name, path: `/platforms/${slug}` },
  ])
  return { platform, list, page, head, structured }
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head, data?.structured)

export default function PlatformPage() {
  const { platform, list, page } = useLoaderData<typeof loader>()
  const { name, slug, website_url } = platform
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <BackLink to="/platforms">Back to Platforms</BackLink>
        <h1>{name}</h1>
        {website_url ? (
          <p>
            <OutsideLink url={website_url}>{shortUrl(website_url)}</OutsideLink>
          </p>
        ) : null}
      </div>
      <DealListing list={list} page={page} path={`/platforms/${slug}`}>
        <EmptyState icon="store" title="No deals from this platform yet" />
      </DealListing>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/platforms', label: 'Back to Platforms' }} />
}
