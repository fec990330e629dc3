import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FollowButton } from '~/features/audience/following/follow-button'
import { isFollowing } from '~/features/audience/following/follows.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { breadcrumbData, vendorData } from '~/features/audience/seo/structured-data.server'
import { listingPath } from '~/features/catalog/deals/list/listing'
import type { ratingOverOffers } from '~/features/catalog/products/offer'
import { ProductOffers } from '~/features/catalog/products/offer-list'
import { ChangesByKind } from '~/features/catalog/vendors/changes-by-kind'
import { VendorNotice } from '~/features/catalog/vendors/vendor-notice'
import { VendorTally } from '~/features/catalog/vendors/vendor-tally'
import {
  countVendor,
  findMovedVendor,
  findVendor,
  listVendorChanges,
  listVendorProducts,
  PRODUCTS_PER_PAGE,
} from '~/features/catalog/vendors/vendors.server'
import { LatestChanges } from '~/features/contributions/change-logs/latest-changes'
import { ASKED, describeOutcomes } from '~/features/contributions/refunds/refund'
import { findRefunds } from '~/features/contributions/refunds/refund-figures.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { parsePage } from '~/http/params'
import { movedTo, notFound, withLoadFailure } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { classes } from '~/ui/classes'
import { ErrorScreen } from '~/ui/error-screen'
import { FollowLinks } from '~/ui/follow-links'
import { formatMonth } from '~/ui/local-date'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { Seal } from '~/ui/seal'
import { Stars } from '~/ui/stars'
import { Tally } from '~/ui/tally'

const LATEST_CHANGES = 10

export async function loader({ request, params }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const [vendor, user] = await Promise.all([findVendor(params.slug!), findUser(request)])
    if (!vendor) {
      const moved = await findMovedVendor(params.slug!)
      throw moved ? movedTo(`/vendors/${moved.slug}`) : notFound('Vendor')
    }
    const page = parsePage(request)
    const [figures, products, latest, refunds, isFollowed] = await Promise.all([
      countVendor(vendor.id),
      listVendorProducts(vendor.id, page),
      listVendorChanges(vendor.id, LATEST_CHANGES),
      findRefunds('vendor_id', vendor.id),
      user ? isFollowing(user.id, 'vendor', vendor.id) : undefined,
    ])
    const path = `/vendors/${vendor.slug}`
    const pages = Math.max(Math.ceil(figures.products / PRODUCTS_PER_PAGE), 1)
    if (page > pages) throw redirect(listingPath(path, pages))
    const head = await describePage({
      title: `${vendor.name}: offers, reviews and changes`,
      description: `${pluralize(figures.products, 'product')} and ${pluralize(figures.offers, 'offer')} from ${vendor.name}, and what changed since.`,
      path: listingPath(path, page),
      feeds: [{ type: 'rss', title: `${vendor.name}: verified changes`, path: `${path}/changes.rss` }],
    })
    const crumbs = breadcrumbData([
      { label: 'Vendors', path: '/vendors' },
      { label: vendor.name, path },
    ])
    const { id: _id, ...shown } = vendor
    const structured = [vendorData(vendor), crumbs]
    return { vendor: shown, figures, products, latest, refunds, isFollowed, page, pages, path, head, structured }
  })
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function VendorPage() {
  const { vendor, figures, products, latest, refunds, isFollowed, page, pages, path, head } =
    useLoaderData<typeof loader>()
  const hasChanges = figures.changes.length > 0
  return (
    <div className="wrap mb-section">
      <BackLink to="/vendors">All vendors</BackLink>
      <div className="wrap-anywhere grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 py-5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:py-6 xl:py-7">
        <Seal seed={vendor.slug} title={vendor.name} />
        <div>
          <h1>
            <bdi>{vendor.name}</bdi>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-control text-muted-foreground">
            {vendor.website_url ? (
              <OutsideLink url={vendor.website_url}>{shortUrl(vendor.website_url)}</OutsideLink>
            ) : null}
            <span>{`On record since ${formatMonth(new Date(figures.since))}`}</span>
          </p>
        </div>
        <div className="max-md:col-span-full">
          <FollowButton kind="vendor" slug={vendor.slug} label="this vendor" isFollowed={isFollowed} />
        </div>
      </div>
      <VendorNotice vendor={vendor} />
      <div className="mt-7">
        <VendorTally figures={figures}>
          {refunds ? <Tally label={`${ASKED}: ${describeOutcomes(refunds)}`}>{refunds.asked}</Tally> : null}
        </VendorTally>
      </div>
      <div
        className={classes(
          'grid gap-10 pt-8 md:gap-12 md:pt-10 xl:gap-14 xl:pt-12',
          hasChanges && 'lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <div className="grid min-w-0 content-start gap-10 md:gap-12 xl:gap-14">
          <section aria-labelledby="products">
            <h2 id="products" className="mb-5">
              Products and offers
            </h2>
            {figures.sharedProducts > 0 ? (
              <p className="text-small text-muted-foreground">
                The figures above count only this vendor's offers. Some products also have offers from other vendors.
              </p>
            ) : null}
            {products.map(({ id, name, offers }) => (
              <div key={id} className="grid gap-3 not-first-of-type:mt-8">
                <div className="wrap-anywhere flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5">
                  <h3 className="leading-snug">
                    <bdi>{name}</bdi>
                  </h3>
                  <ProductRating offers={offers} />
                </div>
                <ProductOffers offers={offers} shown={3} />
              </div>
            ))}
            <Pagination page={page} pageCount={pages} href={(number) => listingPath(path, number)} />
          </section>
          {latest.length > 0 ? (
            <section aria-labelledby="latest">
              <h2 id="latest" className="mb-5">
                Latest verified changes
              </h2>
              <LatestChanges
                changes={latest.map((change) => ({ ...change, verified_at: new Date(change.verified_at) }))}
              />
            </section>
          ) : null}
          <FollowLinks feeds={head.feeds} />
        </div>
        {hasChanges ? <ChangesByKind changes={figures.changes} /> : null}
      </div>
    </div>
  )
}

function ProductRating({ offers }: { offers: Parameters<typeof ratingOverOffers>[0] }) {
  const reviews = offers.reduce((sum, { review_count }) => sum + review_count, 0)
  if (reviews === 0) return null
  const average = offers.reduce((sum, { rating_sum }) => sum + rating_sum, 0) / reviews
  return (
    <span className="text-small text-muted-foreground">
      <Stars value={average} small /> <b className="font-semibold text-foreground">{average.toFixed(1)}</b>
      {` over ${pluralize(offers.length, 'offer')}, ${pluralize(reviews, 'review')}`}
    </span>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/vendors', label: 'All vendors' }} />
}
