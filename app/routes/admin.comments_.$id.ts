import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { itemPath } from '~/features/staff/moderation/queue-paths'

/** Items have their pages in the queue. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  return redirect(itemPath('comment', params.id!), 301)
}

/** Never shown; with a component, links within the site lead here too. */
export default function Redirected() {
  return null
}
