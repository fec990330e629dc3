import { redirect } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { findImport } from '~/features/staff/csv-import/import-reports.server'
import {
  cancelImport,
  continueImport,
  publishImported,
  startImport,
  waitForStep,
} from '~/features/staff/csv-import/imports.server'
import { readForm } from '~/http/forms.server'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type Decide = (user: User, id: string) => Promise<boolean>

/** The buttons of an import: what each does, and the toast when its step is finished at once. */
const INTENTS: Record<string, { decide: Decide; finished?: string }> = {
  import: { decide: startImport, finished: 'Import completed' },
  cancel: { decide: cancelImport },
  continue: { decide: continueImport },
  publish: { decide: publishImported, finished: 'Deals published' },
}

export async function decideImport(request: Request, user: User, id: string) {
  const form = await readForm(request)
  const intent = form.get('intent')
  const chosen = intent !== null && Object.hasOwn(INTENTS, intent) ? INTENTS[intent] : undefined
  if (!chosen) throw badRequest('Unknown action.')
  const report = await findImport(id)
  if (!report) throw notFound('Import')
  if (intent !== 'cancel') await requireRecentPassword(request, user)
  const path = `/admin/csv-import/${report.id}`
  if (!(await chosen.decide(user, id))) {
    // Decided already by another person or in another tab; the page shows the decision.
    return redirectWithToast(path, { tone: 'error', title: 'This import was changed in the meantime.' })
  }
  if (intent === 'cancel') return redirectWithToast(path, { tone: 'success', title: 'Import canceled' })
  const status = await waitForStep(id)
  if (status === 'DONE' && chosen.finished) {
    return redirectWithToast(path, { tone: 'success', title: chosen.finished })
  }
  return redirect(path, 303)
}
