import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countClick } from '~/features/clicks/count-click.server'
import { findMovedDeal, findOutboundUrl } from '~/features/deals/deal-page.server'
import { notFound } from '~/http/responses.server'
import { ErrorScreen } from '~/ui/error-screen'
import { outsideUrl } from '~/ui/outside-url'

/** The way out to the vendor: to the stored address and nowhere else. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const deal = await findOutboundUrl(params.slug!)
  const target = outsideUrl(deal?.cta_url)
  if (!deal || !target) throw await missingWayOut(request, params.slug!)

  await countClick(request, deal.id)
  return redirect(target, {
    headers: {
      'Cache-Control': 'no-store',
      // The vendor may learn which site sent the buyer, not which page.
      'Referrer-Policy': 'strict-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
}

/** The page somebody left open may still lead to the name that a deal had. */
async function missingWayOut(request: Request, slug: string) {
  const moved = await findMovedDeal(slug)
  if (!moved || moved === 'gone') return notFound('Deal')
  const referrer = new URL(request.url).searchParams.get('referrer')
  const search = referrer ? `?${new URLSearchParams({ referrer })}` : ''
  return redirect(`/go/${moved.slug}${search}`, { headers: { 'Cache-Control': 'no-store' } })
}

/** Never seen, but what makes Remix answer a missing deal with a page and not with a line of text. */
export default function WayOut() {
  return null
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/deals', label: 'Back to Deals' }} />
}
