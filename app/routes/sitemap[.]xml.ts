import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondWithSitemap } from '~/features/feeds/sitemap-response.server'
import { requireCanonicalPath } from '~/http/canonical-path.server'

export function loader({ request }: LoaderFunctionArgs) {
  requireCanonicalPath(request)
  return respondWithSitemap(request)
}
