import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderDealPicture } from '~/features/audience/seo/deal-picture.server'
import { findMovedDeal, findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { isNotModified } from '~/http/files.server'
import { movedTo, notFound } from '~/http/responses.server'
import { secondsUntilUtcMidnight } from '~/http/utc-day'

/** At most; the picture shows the status of the deal, which may change at midnight UTC. */
const MAX_AGE_S = 3_600

/** The preview picture of a deal for shared links. The version in the URL is ignored: the current deal is drawn. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findPublishedDeal(params.slug!)
  if (!deal) throw await missingPicture(params.slug!)

  const { version, png } = await renderDealPicture(deal)
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': `public, max-age=${Math.min(MAX_AGE_S, secondsUntilUtcMidnight())}`,
    ETag: `"${version}"`,
  }
  if (isNotModified(request, version)) return new Response(null, { status: 304, headers })
  return new Response(await png, { headers })
}

/** Posts shared before a deal was renamed or merged keep their picture. */
async function missingPicture(slug: string) {
  const moved = await findMovedDeal(slug)
  return moved && moved !== 'gone' ? movedTo(`/og/deals/${moved.slug}.png`) : notFound('Deal')
}
