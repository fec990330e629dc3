import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondWithSitemap } from '~/features/audience/feeds/sitemap.server'

export async function loader({ request }: LoaderFunctionArgs) {
  return respondWithSitemap(request)
}
