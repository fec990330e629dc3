import type { User } from '~/features/accounts/guards.server'
import { changeReportForm } from '~/features/change-logs/change-log-form.server'
import {
  isRepeatedReport,
  resubmitChangeReport,
  submitChangeReport,
} from '~/features/change-logs/change-reports.server'
import { countTry } from '~/features/limits/limits.server'
import { tooManyToday } from '~/features/limits/too-many.server'
import { keepForm } from '~/features/moderation/keep-form.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type Report = {
  request: Request
  user: User
  deal: { id: string; slug: string }
  path: string
  editedId: string | undefined
}

export async function reportAction({ request, user, deal, path, editedId }: Report) {
  const submission = await parseForm(request, changeReportForm)
  if (submission.status !== 'success') return invalid(submission)

  return keepForm(submission, 'Failed to submit change report', async () => {
    const report = submission.value
    const done = () => redirectWithToast(path, { tone: 'success', ...REPORTED })
    // Asked before counting: a second click may not be told that the first one was one too many.
    if (!editedId && (await isRepeatedReport(user.id, deal.id, report))) return done()
    const wait = await countTry('change report of account', user.id)
    if (wait) return invalid(submission, tooManyToday('change report of account', wait))

    if (editedId) {
      const isResubmitted = await resubmitChangeReport(user.id, deal.id, editedId, report)
      return isResubmitted ? done() : invalid(submission, { status: 404, formErrors: [NOT_EDITABLE] })
    }
    if (!(await submitChangeReport(user.id, deal.id, report))) throw notFound('Deal')
    return done()
  })
}

const REPORTED = { title: 'Change reported', text: 'Your report is pending verification' }
const NOT_EDITABLE = 'You have no such report to edit. It may have been verified meanwhile.'
