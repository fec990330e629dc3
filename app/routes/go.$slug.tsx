import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { countClick } from '~/features/audience/clicks/count-click.server'
import { findOutbound } from '~/features/catalog/deals/outbound-urls.server'
import { findMovedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { ErrorScreen } from '~/ui/error-screen'
import { outsideUrl } from '~/ui/outside-url'

/** Redirects to the vendor, only to an address that is stored or composed from stored rows. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const outbound = await withLoadFailure(() => findOutbound(params.slug!))
  const target = outsideUrl(outbound?.url)
  if (!outbound || !target) throw await missingRedirect(request, params.slug!)

  if (outbound.click) await countClick(request, outbound.click)
  return redirect(target, {
    headers: {
      'Cache-Control': 'no-store',
      // Vendors see the site that sent the buyer, but not the page.
      'Referrer-Policy': 'strict-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
}

/** Redirects from a deal's former slug, which open pages may still link to; else a 404. */
async function missingRedirect(request: Request, slug: string) {
  const moved = await findMovedDeal(slug)
  if (!moved || moved === 'gone') return notFound('Deal')
  const referrer = new URL(request.url).searchParams.get('referrer')
  const search = referrer ? `?${new URLSearchParams({ referrer })}` : ''
  return redirect(`/go/${moved.slug}${search}`, { headers: { 'Cache-Control': 'no-store' } })
}

/** Never rendered, but with it Remix responds to a missing deal with the error page instead of plain text. */
export default function RedirectPage() {
  return null
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/deals', label: 'Back to Deals' }} />
}
