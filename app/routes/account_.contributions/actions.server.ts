import { z } from 'zod'
import { CONTRIBUTION_KINDS, specOf } from '~/features/contributions/kinds/kinds'
import { withdraw } from '~/features/contributions/members/own-contributions.server'
import type { User } from '~/features/people/accounts/guards.server'
import { readForm } from '~/http/forms.server'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const withdrawForm = z.object({
  intent: z.literal('withdraw'),
  kind: z.enum(CONTRIBUTION_KINDS),
  id: z.uuid(),
})

/** Takes back a contribution that waits or was sent back. `path` is the page to return to. */
export async function withdrawAction(request: Request, user: User, path: string) {
  const form = withdrawForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!form.success) throw badRequest('Unknown action.')
  const { kind, id } = form.data
  const { label, noun } = specOf(kind)
  switch (await withdraw(user.id, kind, id)) {
    case 'missing':
      throw notFound(label)
    case 'decided':
      return redirectWithToast(path, {
        tone: 'error',
        title: `Failed to take back ${noun}`,
        text: 'It has been decided in the meantime.',
      })
    case 'withdrawn':
      return redirectWithToast(path, { tone: 'success', title: `${label} taken back` })
  }
}
