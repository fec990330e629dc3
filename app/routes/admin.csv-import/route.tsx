import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireStaff, type User } from '~/features/people/accounts/guards.server'
import { NO_ROWS, UnreadableFile } from '~/features/staff/csv-import/csv-file.server'
import {
  type FileKind,
  IMPORT_ROWS_PER_PAGE,
  IMPORT_STATUS_LABELS,
  importPath,
  MAX_FILE_MB,
  parseFileKind,
  UPLOAD_FAILED,
} from '~/features/staff/csv-import/csv-import'
import { fileOnDisk } from '~/features/staff/csv-import/import-files.server'
import { ImportHead } from '~/features/staff/csv-import/import-head'
import { listImports, type PastImport } from '~/features/staff/csv-import/import-reports.server'
import { receiveFile, waitForStep } from '~/features/staff/csv-import/imports.server'
import { UploadForm } from '~/features/staff/csv-import/upload-form'
import { withFormErrors } from '~/http/actions.server'
import { type FormResult, withFormFailure } from '~/http/forms'
import { isMultipart, receiveForm, uploadPath } from '~/http/multipart.server'
import { pageHead } from '~/http/page.server'
import { parsePage } from '~/http/params'
import { withLoadFailure } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { CursorPager } from '~/ui/cursor-pager'
import { EmptyState } from '~/ui/empty-state'
import { LocalDate } from '~/ui/local-date'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return withLoadFailure(async () => {
    const kind = kindOf(request)
    const page = parsePage(request)
    const head = pageHead({
      title: 'CSV Import',
      description: 'Import deals or verified changes from a CSV file.',
      path: importPath(kind),
      isIndexed: false,
    })
    const imports = await listImports(kind, page)
    return {
      kind,
      head,
      page,
      imports: imports.slice(0, IMPORT_ROWS_PER_PAGE),
      hasOlder: imports.length > IMPORT_ROWS_PER_PAGE,
    }
  })
}

const kindOf = (request: Request) => parseFileKind(new URL(request.url).searchParams.get('kind'))

/** Receives a file. Permission is checked before any of it is read. */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, UPLOAD_FAILED, () => receive(request, user))
}

export const clientAction = withFormFailure(UPLOAD_FAILED, { isOnlyFile: true })

async function receive(request: Request, user: User) {
  const kind = kindOf(request)
  if (!isMultipart(request)) return rejectFile(NO_FILE, 400)
  const path = uploadPath(`${randomUUID()}.csv`)
  try {
    const { file } = await receiveForm(request, {
      name: 'file',
      path,
      maxBytes: MAX_FILE_MB * 1024 * 1024,
      partsMax: PARTS_MAX,
    })
    if (!file) return rejectFile(NO_FILE, 400)
    if (file.isTooLarge) return rejectFile(`The file is over ${MAX_FILE_MB} MB. Split it and import the parts.`, 413)
    const id = await receiveFile(user, { name: file.name, source: fileOnDisk(path), kind })
    await waitForStep(id)
    return redirect(`/admin/csv-import/${id}`, 303)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    if (error.message !== NO_ROWS) return rejectFile(error.message, 400)
    return redirectWithToast(importPath(kind), { tone: 'error', title: NO_ROWS })
  } finally {
    await fs.promises.rm(path, { force: true })
  }
}

const NO_FILE = 'Choose a CSV file first.'
/** The form has one part, the file. */
const PARTS_MAX = 5

function rejectFile(why: string, status: number) {
  return data<FormResult>({ status: 'error', error: { file: [why] } }, { status })
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load reference data' }

export default function CsvImportPage() {
  const { kind, page, imports, hasOlder } = useLoaderData<typeof loader>()
  const isOfDeals = kind === 'deals'
  return (
    <>
      <ImportHead kind={kind}>
        <ButtonLink
          href={`/admin/csv-import/template${isOfDeals ? '' : '?kind=changes'}`}
          download={isOfDeals ? 'deals-template.csv' : 'changes-template.csv'}
          tone="secondary"
          icon="download"
        >
          Download Template
        </ButtonLink>
        {isOfDeals ? (
          <a
            className="link text-small"
            href="/admin/csv-import/template?columns=all"
            download="deals-template-all-columns.csv"
          >
            All columns
          </a>
        ) : null}
      </ImportHead>
      <Box aria-labelledby="file-head">
        <BoxHead>
          <BoxTitle id="file-head">File</BoxTitle>
        </BoxHead>
        <BoxBody>
          <UploadForm key={kind} kind={kind} />
        </BoxBody>
      </Box>
      <ImportHistory kind={kind} imports={imports} page={page} hasOlder={hasOlder} />
    </>
  )
}

type HistoryProps = { kind: FileKind; imports: PastImport[]; page: number; hasOlder: boolean }

/** Past imports: person, file, time and outcome. */
function ImportHistory({ kind, imports, page, hasOlder }: HistoryProps) {
  const path = importPath(kind)
  const at = (number: number) => (number === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${number}`)
  if (imports.length === 0) return <EmptyState icon="history" title="No imports yet" />
  return (
    <>
      <Box aria-labelledby="history-head">
        <BoxHead>
          <BoxTitle id="history-head">History</BoxTitle>
        </BoxHead>
        <ul className="p-5 py-2">
          {imports.map((one) => (
            <li
              key={one.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-border py-3 not-first:border-t"
            >
              <Link discover="none" className="font-semibold text-foreground" to={`/admin/csv-import/${one.id}`}>
                <bdi>{one.file_name}</bdi>
              </Link>
              <span>{IMPORT_STATUS_LABELS[one.status]}</span>
              <p className="text-small text-muted-foreground col-span-full">
                <bdi>{one.person ?? 'Command line'}</bdi>, <LocalDate value={one.created_at} />
                {['COLUMNS', 'CHECKING', 'CHECKED'].includes(one.status) ? null : `: ${countsOf(one)}`}
              </p>
            </li>
          ))}
        </ul>
      </Box>
      <CursorPager newer={page > 1 ? at(page - 1) : undefined} older={hasOlder ? at(page + 1) : undefined} />
    </>
  )
}

function countsOf(one: PastImport) {
  const counts = { created: one.created_count, updated: one.updated_count, unchanged: one.unchanged_count }
  const all = { ...counts, [one.failed_count === 1 ? 'row error' : 'row errors']: one.failed_count }
  return Object.entries(all)
    .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
    .join(', ')
}
