import { redirect } from '@remix-run/node'
import { memoizeByRequest } from '~/db/memoize-by-request.server'
import type { Role } from '~/db/schema'
import { env } from '~/env.server'
import { recordDenial } from '~/features/people/audit/audit.server'
import { FACTOR_REQUIRED, SECURITY_PATH } from '~/features/people/second-factors/second-factor'
import { hasSecondFactor } from '~/features/people/second-factors/second-factors.server'
import { findSessionOwner } from '~/features/people/sessions/sessions.server'
import { isFormSubmission } from '~/http/current-request.server'
import { forbidden, signInPathFor, withLoadFailure } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { isActive, isAdmin, isStaff, isStaffRole, SUSPENDED_TEXT } from './profile'

export type User = NonNullable<Awaited<ReturnType<typeof findSessionOwner>>> & { needsSecondFactor?: boolean }

/** The signed-in user, read from the database, so that a demotion takes effect with the next request. */
export async function findUser(request: Request): Promise<User | undefined> {
  return withLoadFailure(async () => {
    const user = await findSessionOwner(request)
    const needsSecondFactor = user && (await lacksRequiredFactor({ id: user.id, role: user.role }))
    return needsSecondFactor ? { ...user, needsSecondFactor } : user
  })
}

// The role stays as it is, so that everything else about the account does. Only staff pay for the query.
const lacksRequiredFactor = memoizeByRequest(async ({ id, role }: { id: string; role: Role }) => {
  return env.REQUIRE_2FA && isStaffRole(role) && !(await hasSecondFactor(id))
})

/** @throws a redirect to the sign-in page, which returns here */
export async function requireUser(request: Request) {
  const user = await findUser(request)
  if (!user) throw redirect(signInPathFor(request))
  return user
}

/** For every write. @throws 403 for suspended users, who can only read, export their data and delete their account */
export async function requireActiveUser(request: Request) {
  return rejectSuspended(await requireUser(request))
}

/**
 * For the forms of public pages. Visitors, and users whose session has ended, get a toast with `text` (spec §5), sign in
 * and return to `path`.
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
 * The guard of every loader and action under /admin. The layout's loader does not protect its children, because Remix
 * runs all loaders of a page in parallel.
 */
export async function requireStaff(request: Request) {
  return requireRight(request, isStaff)
}

export async function requireAdmin(request: Request) {
  return requireRight(request, isAdmin)
}

// Pages redirect home, or to where a missing second factor is set up; writes answer 403 (spec §6 and decisions, "Roles").
async function requireRight(request: Request, has: (user: User) => boolean) {
  const user = await requireUser(request)
  if (has(user)) return user
  const lacksFactor = has({ ...user, needsSecondFactor: false })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // After a rejected form Remix reloads the layout around its error; redirecting from there would hide the error.
  if (isRead && !isFormSubmission()) throw redirect(lacksFactor ? SECURITY_PATH : '/')
  if (lacksFactor) throw forbidden(FACTOR_REQUIRED)
  if (!isRead) await recordDenial(user.id)
  throw forbidden(isActive(user) ? 'You cannot do this.' : SUSPENDED_TEXT)
}
