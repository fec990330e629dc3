import type { User } from '~/features/people/accounts/guards.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { endOneSession, endOtherSessions } from '~/features/people/sessions/sessions.server'
import { parseRowId } from '~/http/params'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

const PATH = '/account/sessions'

export async function endAction(user: User, sent: unknown) {
  const id = parseRowId(sent)
  const device = id && (await endOneSession(user.id, id))
  if (!device) return redirectWithToast(PATH, { tone: 'success', title: 'That session had already ended' })
  await recordEnd(user, 1)
  return redirectWithToast(PATH, { tone: 'success', title: 'Session ended', text: device })
}

export async function endOthersAction(request: Request, user: User) {
  const count = await endOtherSessions(request, user.id)
  if (count === 0) return redirectWithToast(PATH, { tone: 'success', title: 'There were no other sessions' })
  await recordEnd(user, count)
  return redirectWithToast(PATH, { tone: 'success', title: `${pluralize(count, 'other session')} ended` })
}

async function recordEnd(user: User, count: number) {
  await recordAudit({ actor: user.id, action: 'sessions.ended', entity: 'profile', id: user.id, detail: { count } })
}
