import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findOutboundUrl } from '~/features/deals/deal-page.server'
import { notFound } from '~/http/responses.server'
import { ErrorScreen } from '~/ui/error-screen'
import { outsideUrl } from '~/ui/outside-url'

/** The way out to the vendor: to the stored address and nowhere else. */
export async function loader({ params }: LoaderFunctionArgs) {
  const deal = await findOutboundUrl(params.slug!)
  const target = outsideUrl(deal?.cta_url)
  if (!target) throw notFound('Deal')

  return redirect(target, {
    headers: {
      'Cache-Control': 'no-store',
      // The vendor may learn which site sent the buyer, not which page.
      'Referrer-Policy': 'strict-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
}

/** Never seen, but what makes Remix answer a missing deal with a page and not with a line of text. */
export default function WayOut() {
  return null
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/deals', label: 'Back to Deals' }} />
}
