import type { LoaderFunctionArgs } from '@remix-run/node'
import { writeCalendar } from '~/features/audience/private-addresses/calendar.server'
import { findOwnerOf } from '~/features/people/sessions/private-addresses.server'
import { respondWithFile } from '~/http/files.server'
import { notFound } from '~/http/responses.server'

/** `/calendar/<token>.ics`: anyone with the link can read it, without signing in. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const owner = await findOwnerOf(params.file, 'ics')
  if (!owner) throw notFound('Calendar')
  return respondWithFile(request, { type: 'text/calendar', chunks: [await writeCalendar(owner.id)], isPrivate: true })
}
