import { data, redirect } from '@remix-run/node'
import type { User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { type Mapping, missingColumns } from '~/features/staff/csv-import/columns'
import {
  FILE_FORMATS,
  type FileKind,
  NAMES_SHOWN,
  parseFileKind,
  VENDOR_RULES,
  type VendorRule,
} from '~/features/staff/csv-import/csv-import'
import { type ImportOptions, TAXONOMY_KINDS } from '~/features/staff/csv-import/import-options'
import { findImport, type ImportReport } from '~/features/staff/csv-import/import-reports.server'
import {
  cancelImport,
  checkAgain,
  chooseColumnsAgain,
  startImport,
  waitForStep,
} from '~/features/staff/csv-import/imports.server'
import { returnedForm, type SentForm } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { isUuid } from '~/http/params'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type Decide = (user: User, id: string) => Promise<boolean>

/** The buttons that finish a step. */
const DECISIONS: Record<string, Decide> = { cancel: cancelImport, 'choose-columns': chooseColumnsAgain }

/** The buttons that read the file in another way. */
const READINGS: Record<string, ImportOptions> = {
  check: {},
  split: { splitsLists: true },
  'keep-lists': { splitsLists: false },
  'month-first': { monthFirst: true },
  'day-first': { monthFirst: false },
  'vendor-link': { vendor: 'link' },
}

export async function decideImport(request: Request, user: User, id: string) {
  const form = await readForm(request)
  const intent = form.get('intent') ?? ''
  const report = await findImport(id)
  if (!report) throw notFound('Import')
  if (intent === 'columns') return chooseColumns(form, user, report)
  if (Object.hasOwn(READINGS, intent)) {
    return repeatCheck(user, report, { ...chosenOptions(form, report), ...READINGS[intent] })
  }
  if (intent === 'import') return startChecked(request, form, user, report)
  const decide = Object.hasOwn(DECISIONS, intent) ? DECISIONS[intent]! : undefined
  if (!decide) throw badRequest('Unknown action.')
  if (!(await decide(user, id))) return outdated(id)
  if (intent === 'cancel') return redirectWithToast(pathOf(id), { tone: 'success', title: 'Import canceled' })
  return finishStep(id)
}

const pathOf = (id: string) => `/admin/csv-import/${id}`

/** Decided already by another person or in another tab; the page shows the decision. */
const outdated = (id: string) =>
  redirectWithToast(pathOf(id), { tone: 'error', title: 'This import was changed in the meantime.' })

async function finishStep(id: string, finished?: string) {
  const status = await waitForStep(id)
  if (status === 'DONE' && finished) return redirectWithToast(pathOf(id), { tone: 'success', title: finished })
  return redirect(pathOf(id), 303)
}

async function repeatCheck(user: User, { id }: ImportReport, options: ImportOptions) {
  return (await checkAgain(user, id, options)) ? finishStep(id) : outdated(id)
}

/** Imports what the check has shown. Other choices are checked first, so that no one imports what they have not seen. */
async function startChecked(request: Request, form: SentForm, user: User, report: ImportReport) {
  const { id } = report
  const options = chosenOptions(form, report)
  if (!isSameChoice(options, report.options)) {
    if (!(await checkAgain(user, id, options))) return outdated(id)
    await waitForStep(id)
    return redirectWithToast(pathOf(id), {
      tone: 'success',
      title: 'Checked again with your choices. Import them now.',
    })
  }
  await requireRecentPassword(request, user)
  return (await startImport(user, id, options.keepsLive)) ? finishStep(id, 'Import completed') : outdated(id)
}

/** Live deals change neither the check nor its counts. */
function isSameChoice(one: ImportOptions, other: ImportOptions) {
  const shown = ({ createsMissing = false, names }: ImportOptions) =>
    JSON.stringify([createsMissing, TAXONOMY_KINDS.map((kind) => Object.entries(names?.[kind] ?? {}).sort())])
  return shown(one) === shown(other)
}

/** The stored options with the choices of the check's form. Names that the form did not show keep theirs. */
function chosenOptions(form: SentForm, report: ImportReport): ImportOptions {
  const stored = report.options
  const { missing } = report.summary
  const names = { category: { ...stored.names?.category }, platform: { ...stored.names?.platform } }
  for (const kind of TAXONOMY_KINDS) {
    for (const [index, { key }] of (missing?.[kind] ?? []).slice(0, NAMES_SHOWN).entries()) {
      const chosen = String(form.get(`${kind}-${index}`) ?? '')
      delete names[kind][key]
      if (chosen === 'error') names[kind][key] = 'error'
      else if (isUuid(chosen)) names[kind][key] = { id: chosen }
    }
  }
  return { ...stored, createsMissing: form.get('create') === 'on', keepsLive: form.get('live') === 'keep', names }
}

async function chooseColumns(form: SentForm, user: User, report: ImportReport) {
  const kind = parseFileKind(report.kind)
  const { columns, empty } = readMapping(form, kind, report.header.length)
  const chosen = String(form.get('vendor') ?? '')
  const vendor: VendorRule = Object.hasOwn(VENDOR_RULES, chosen) ? (chosen as VendorRule) : 'error'
  const missing = [...missingColumns(columns, kind, vendor !== 'error'), ...empty]
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map((column) => [column, ['Choose a column or a value.']]))
    return data(returnedForm(form, errors), { status: 400 })
  }
  return repeatCheck(user, report, { ...report.options, columns, vendor })
}

/** The chosen columns, and those that should have one value for every row but have none. */
function readMapping(form: SentForm, kind: FileKind, width: number) {
  const columns: Mapping = {}
  const empty: string[] = []
  for (const column of FILE_FORMATS[kind].columns) {
    const chosen = String(form.get(column) ?? '')
    const value = String(form.get(`${column}-value`) ?? '').trim()
    if (/^\d{1,5}$/.test(chosen) && Number(chosen) < width) columns[column] = Number(chosen)
    else if (chosen === 'value' && value) columns[column] = { value: value.slice(0, 1_000) }
    else if (chosen === 'value') empty.push(column)
  }
  return { columns, empty }
}
