import type { LoaderFunctionArgs } from '@remix-run/node'
import { answerSitemap } from '~/features/feeds/answer-sitemap.server'
import { requireCanonicalPath } from '~/http/canonical-path.server'

export function loader({ request }: LoaderFunctionArgs) {
  requireCanonicalPath(request)
  return answerSitemap(request)
}
