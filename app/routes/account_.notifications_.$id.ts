import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findNotification } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notices'
import { requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { markRead } from '~/features/people/notifications/notifications.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'

/** Opens what a notification is about, and marks it as read. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const id = parseRowId(params.id)
  const found = id && (await findNotification(user.id, id))
  if (!found) throw notFound('Notification')
  // Suspended members only read. HEAD requests open nothing.
  if (isActive(user) && request.method === 'GET') await markRead(user.id, found.id)
  return redirect(describeNotification(found.notification, found.deal).path, {
    status: 303,
    headers: { 'Cache-Control': 'private, no-store' },
  })
}
