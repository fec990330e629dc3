import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireUser } from '~/features/accounts/guards.server'
import { isActive } from '~/features/accounts/profile'
import { describeNotification } from '~/features/notifications/notification'
import { findNotification, markRead } from '~/features/notifications/notifications.server'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'

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
