import type { LoaderFunctionArgs } from '@remix-run/node'
import { findPictureFile } from '~/features/catalog/pictures/picture-files.server'
import { notFound } from '~/http/responses.server'

/** A stored picture in one of its widths. Its name has the hash of its content, so it never changes. */
export async function loader({ params }: LoaderFunctionArgs) {
  const content = await findPictureFile(params.file!)
  if (!content) throw notFound('Picture')
  return new Response(new Uint8Array(content), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
