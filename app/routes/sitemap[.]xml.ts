import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondWithSitemap } from '~/features/audience/feeds/sitemap.server'
import { listOwnPaths } from '~/features/site/pages/site-pages.server'

export async function loader({ request }: LoaderFunctionArgs) {
  return respondWithSitemap(request, undefined, await listOwnPaths())
}
