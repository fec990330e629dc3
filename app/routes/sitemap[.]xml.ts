import { publicFile } from '~/features/feeds/public-file.server'
import { respondWithSitemap } from '~/features/feeds/sitemap-response.server'

export const loader = publicFile(async ({ request }) => {
  return respondWithSitemap(request)
})
