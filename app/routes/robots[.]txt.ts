import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondWithFile } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'

/**
 * Does not disallow pages with "noindex", because crawlers must read them to see it; except comparisons, of which there
 * are more than anybody wants to crawl.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /go/',
    'Disallow: /account',
    'Disallow: /admin',
    'Disallow: /compare',
    'Disallow: /deals?d=',
    'Disallow: /deals?*&d=',
    '',
    `Sitemap: ${siteUrl('/sitemap.xml')}`,
    '',
  ]
  return respondWithFile(request, { type: 'text/plain', chunks: [lines.join('\n')] })
}
