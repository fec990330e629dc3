import type { LoaderFunctionArgs } from '@remix-run/node'
import { readVendorChangeFeed } from '~/features/audience/feeds/change-feed.server'
import { respondWithFeed } from '~/features/audience/feeds/feed-response.server'
import { findMovedVendor, findVendor } from '~/features/catalog/vendors/vendors.server'
import { movedTo, notFound } from '~/http/responses.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const vendor = await findVendor(params.slug!)
  if (!vendor) {
    const moved = await findMovedVendor(params.slug!)
    throw moved ? movedTo(`/vendors/${moved.slug}/changes.rss`) : notFound('Vendor')
  }
  return respondWithFeed(request, 'rss', await readVendorChangeFeed(vendor))
}
