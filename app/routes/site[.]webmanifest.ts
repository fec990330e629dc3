import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondWithFile } from '~/http/files.server'
import { iconPath, site } from '~/site.server'

/** Name and icon of the site for a home screen (W3C Web App Manifest). It opens in the browser, as any page. */
export function loader({ request }: LoaderFunctionArgs) {
  const icon = site.icon
    ? { src: iconPath(), sizes: '480x480', type: 'image/webp' }
    : { src: iconPath(), sizes: '180x180', type: 'image/png' }
  const manifest = { name: site.name, description: site.tagline, start_url: '/', display: 'browser', icons: [icon] }
  return respondWithFile(request, { type: 'application/manifest+json', chunks: [JSON.stringify(manifest)] })
}
