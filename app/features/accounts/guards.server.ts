import { redirect } from '@remix-run/node'
import { recordDenial } from '~/features/audit/audit.server'
import { isFormSubmission } from '~/http/form-submission.server'
import { forbidden } from '~/http/responses.server'
import { signInPath } from '~/http/safe-redirect.server'
import { redirectWithToast } from '~/http/toast.server'
import { isActive, isAdmin, isStaff, SUSPENDED_TEXT } from './profile'
import { findSessionOwner } from './sessions.server'

export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** The signed-in person as the database has it now, so that a demotion counts from the next request. */
export async function findUser(request: Request) {
  return findSessionOwner(request)
}

/** Visitors are sent to sign in, and then come back. */
export async function requireUser(request: Request) {
  const user = await findUser(request)
  if (!user) throw redirect(signInPath(request))
  return user
}

/** For every write: suspended people may read, download and delete, nothing else. */
export async function requireActiveUser(request: Request) {
  return rejectSuspended(await requireUser(request))
}

/**
 * For the forms of public pages. Who is not signed in, or not any more, learns why nothing was taken (spec §5), signs
 * in and comes back to `path`.
 */
export async function requireAuthor(request: Request, { text, path }: { text: string; path: string }) {
  const user = await findUser(request)
  if (user) return rejectSuspended(user)
  const signIn = `/auth?${new URLSearchParams({ redirectTo: path })}`
  throw await redirectWithToast(signIn, { tone: 'error', title: 'Authentication required', text })
}

function rejectSuspended(user: User) {
  if (!isActive(user)) throw forbidden(SUSPENDED_TEXT)
  return user
}

/**
 * Opens every loader and action under /admin. The layout's loader does not
 * protect its children: Remix runs all loaders of a page at once.
 */
export async function requireStaff(request: Request) {
  return requireRight(request, isStaff)
}

export async function requireAdmin(request: Request) {
  return requireRight(request, isAdmin)
}

// A page leads home, a write is refused (spec §6 and decisions, "Roles").
async function requireRight(request: Request, has: (user: User) => boolean) {
  const user = await requireUser(request)
  if (has(user)) return user
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // Behind a refused form Remix reads the layout around its error; leading home from there would hide the refusal.
  if (isRead && !isFormSubmission()) throw redirect('/')
  if (!isRead) await recordDenial(user.id)
  throw forbidden(isActive(user) ? 'You cannot do this.' : SUSPENDED_TEXT)
}
