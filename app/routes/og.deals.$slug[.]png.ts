import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderDealPicture, respondWithPicture } from '~/features/audience/seo/deal-picture.server'
import { findMovedDeal, findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { movedTo, notFound } from '~/http/responses.server'

/** The preview picture of a deal for shared links. The version in the URL is ignored: the current deal is drawn. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findPublishedDeal(params.slug!)
  if (!deal) throw await missingPicture(params.slug!)

  return respondWithPicture(request, await renderDealPicture(deal))
}

/** Posts shared before a deal was renamed or merged keep their picture. */
async function missingPicture(slug: string) {
  const moved = await findMovedDeal(slug)
  return moved && moved !== 'gone' ? movedTo(`/og/deals/${moved.slug}.png`) : notFound('Deal')
}
