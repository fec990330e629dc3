import type { LoaderFunctionArgs } from '@remix-run/node'
import { findPublishedDeal } from '~/features/deals/deal-page.server'
import { paintDeal } from '~/features/seo/deal-picture.server'
import { isNotModified } from '~/http/file-response.server'
import { notFound } from '~/http/responses.server'

/** The picture that networks show of a deal. Its address names what it says, but the deal of today is drawn. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findPublishedDeal(params.slug!)
  if (!deal) throw notFound('Deal')

  const { version, png } = await paintDeal(deal)
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600', ETag: `"${version}"` }
  if (isNotModified(request, version)) return new Response(null, { status: 304, headers })
  return new Response(await png, { headers })
}
