import { redirect } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { findImport } from '~/features/staff/csv-import/import-reports.server'
import {
  cancelImport,
  continueImport,
  publishImported,
  startImport,
  waitForStep,
} from '~/features/staff/csv-import/imports.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

export async function startAction(user: User, id: string) {
  const path = await pathOf(id)
  if (!(await startImport(user, id))) return tooLate(path)
  const status = await waitForStep(id)
  if (status === 'DONE') return redirectWithToast(path, { tone: 'success', title: 'Import completed' })
  return redirect(path, 303)
}

export async function cancelAction(user: User, id: string) {
  const path = await pathOf(id)
  if (!(await cancelImport(user, id))) return tooLate(path)
  return redirectWithToast(path, { tone: 'success', title: 'Import canceled' })
}

export async function publishAction(user: User, id: string) {
  const path = await pathOf(id)
  if (!(await publishImported(user, id))) return tooLate(path)
  const status = await waitForStep(id)
  if (status === 'DONE') return redirectWithToast(path, { tone: 'success', title: 'Deals published' })
  return redirect(path, 303)
}

export async function continueAction(user: User, id: string) {
  const path = await pathOf(id)
  if (!(await continueImport(user, id))) return tooLate(path)
  await waitForStep(id)
  return redirect(path, 303)
}

async function pathOf(id: string) {
  const report = await findImport(id)
  if (!report) throw notFound('Import')
  return `/admin/csv-import/${report.id}`
}

/** Another person, or another tab, has decided already; the page shows the decision. */
function tooLate(path: string) {
  return redirectWithToast(path, { tone: 'error', title: 'This import was changed in the meantime.' })
}
