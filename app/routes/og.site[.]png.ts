import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderSitePicture, respondWithPicture } from '~/features/audience/seo/deal-picture.server'

/** The preview picture of pages without their own, with the name and the tagline of the site. */
export async function loader({ request }: LoaderFunctionArgs) {
  return respondWithPicture(request, await renderSitePicture())
}
