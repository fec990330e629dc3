import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findKind } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { findNext, findQueuePosition } from '~/features/staff/moderation/order.server'
import { itemPath, QUEUE_PATH } from '~/features/staff/moderation/queue-paths'
import { isUuid } from '~/http/params'

/** Redirects to the first item that no one else has open, after `?after=<kind>/<id>` if there is one there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  const [segment, id = ''] = (new URL(request.url).searchParams.get('after') ?? '').split('/')
  const kind = findKind(segment)
  const after = kind && isUuid(id) ? await findQueuePosition({ kind, id }) : undefined
  const next = await findNext(staff, after)
  return redirect(next ? itemPath(next.kind, next.id) : QUEUE_PATH)
}

/** Never shown; with a component, links within the site lead here too. */
export default function Redirected() {
  return null
}
