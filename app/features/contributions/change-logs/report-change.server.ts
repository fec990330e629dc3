import type { z } from 'zod'
import type { User } from '~/features/people/accounts/guards.server'
import { dailyLimitReached, rejectAtLimit } from '~/features/people/limits/daily-limit.server'
import { invalid, parseForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { type ChangeReport, resubmitChangeReport, submitChangeReport } from './change-reports.server'

type ReportRequest = {
  request: Request
  /** The form that was sent. */
  form: z.ZodType<ChangeReport>
  user: User
  deal: { id: string; slug: string }
  editedId?: string
}

/** Stores a change report and redirects to the Change Log, or returns the form with its errors. */
export async function reportChange({ request, form, user, deal, editedId }: ReportRequest) {
  const post = (report: ChangeReport) =>
    editedId ? resubmitChangeReport(user.id, deal.id, editedId, report) : submitChangeReport(user.id, deal.id, report)
  const rejected = await rejectAtLimit(request, user, 'change report of account', form, post)
  if (rejected) return rejected
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)

  const outcome = await post(submission.value)
  if (typeof outcome === 'object') {
    return invalid(submission, dailyLimitReached('change report of account', outcome.retryAfter))
  }
  if (outcome === 'missing' && editedId) return invalid(submission, { status: 404, formErrors: [NOT_EDITABLE] })
  if (outcome === 'missing') throw notFound('Deal')
  return redirectWithToast(`/deals/${deal.slug}/changes#record`, { tone: 'success', ...REPORTED })
}

const REPORTED = { title: 'Change reported', text: 'Your report is pending verification' }
const NOT_EDITABLE = 'This report can no longer be edited. It may have been verified in the meantime.'
