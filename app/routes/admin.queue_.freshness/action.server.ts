import { z } from 'zod'
import { retryPicture } from '~/features/catalog/pictures/fetch-pictures.server'
import { undoOf } from '~/features/contributions/decisions/undo-form'
import type { User } from '~/features/people/accounts/guards.server'
import { checkDeal } from '~/features/staff/freshness/check-deal.server'
import { freshnessPath, parseFreshnessSearch, rowAnchor } from '~/features/staff/freshness/freshness'
import { withConflicts } from '~/features/staff/queue/actions.server'
import { parseForm } from '~/http/forms.server'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

const form = z.object({
  intent: z.enum(['confirm', 'expire', 'retry-picture']),
  id: z.uuid(),
  next: z.uuid().optional().catch(undefined),
})

/** "Still correct" or "Set expired" for one deal. The next row then has the focus. */
export async function decideFreshness(request: Request, staff: User) {
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') throw badRequest('Unknown action.')
  const { intent, id, next } = submission.value
  const list = freshnessPath(parseFreshnessSearch(request.url))
  const to = `${list}#${next ? rowAnchor(next) : 'freshness'}`
  if (intent === 'retry-picture') {
    if (!(await retryPicture(id))) throw notFound('Picture')
    return redirectWithToast(to, { tone: 'success', title: 'The picture will be fetched again' })
  }
  return withConflicts({ title: 'Nothing was changed' }, async () => {
    const { title, right, decision } = await checkDeal(staff, id, intent === 'expire' ? 'ended' : 'correct')
    return redirectWithToast(to, {
      tone: 'success',
      title: `${intent === 'expire' ? 'Set to expired' : 'Still correct'}: ${title}`,
      ...(right > 0 && { text: `${pluralize(right, 'member')} ${right === 1 ? 'was' : 'were'} right.` }),
      undo: undoOf(decision, `${list}#${rowAnchor(id)}`),
    })
  })
}
