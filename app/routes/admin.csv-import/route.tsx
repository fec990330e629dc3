import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireStaff, type User } from '~/features/people/accounts/guards.server'
import { hasNoRows } from '~/features/staff/csv-import/csv-file.server'
import { knownColumns } from '~/features/staff/csv-import/csv-header.server'
import {
  IMPORT_ROWS_PER_PAGE,
  importPath,
  MAX_FILE_MB,
  parseFileKind,
  UPLOAD_FAILED,
} from '~/features/staff/csv-import/csv-import'
import { ImportHead } from '~/features/staff/csv-import/import-head'
import { listImports } from '~/features/staff/csv-import/import-reports.server'
import { submitUpload, waitForStep } from '~/features/staff/csv-import/imports.server'
import { UploadForm } from '~/features/staff/csv-import/upload-form'
import { csvPath, discardUpload, receiveUpload } from '~/features/staff/csv-import/uploads.server'
import { withFormErrors } from '~/http/actions.server'
import { type FormResult, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parsePage } from '~/http/params'
import { withLoadFailure } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ImportHistory } from './history'

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
  return withFormErrors(request, UPLOAD_FAILED, () => receiveFile(request, user))
}

export const clientAction = withFormFailure(UPLOAD_FAILED, { isOnlyFile: true })

async function receiveFile(request: Request, user: User) {
  const id = randomUUID()
  const kind = kindOf(request)
  const upload = await receiveUpload(request, id)
  if (!upload) return rejectFile('Choose a CSV file first.', 400)
  if (upload.isTooLarge) return rejectFile(`The file is over ${MAX_FILE_MB} MB. Split it and import the parts.`, 413)
  if (await hasNoRows(csvPath(id), knownColumns(kind))) {
    await discardUpload(id)
    return redirectWithToast(importPath(kind), { tone: 'error', title: 'No data to import' })
  }
  await submitUpload(user, id, upload, kind)
  await waitForStep(id)
  return redirect(`/admin/csv-import/${id}`, 303)
}

function rejectFile(why: string, status: number) {
  return data<FormResult>({ status: 'error', error: { file: [why] } }, { status })
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load reference data' }

export default function CsvImportPage() {
  const { kind, page, imports, hasOlder } = useLoaderData<typeof loader>()
  return (
    <>
      <ImportHead kind={kind}>
        {kind === 'changes' ? (
          <ButtonLink
            href="/admin/csv-import/template?kind=changes"
            download="changes-template.csv"
            tone="secondary"
            icon="download"
          >
            Download Template
          </ButtonLink>
        ) : (
          <>
            <ButtonLink
              href="/admin/csv-import/template"
              download="deals-template.csv"
              tone="secondary"
              icon="download"
            >
              Download Template
            </ButtonLink>
            <a
              className="link text-small"
              href="/admin/csv-import/template?columns=all"
              download="deals-template-all-columns.csv"
            >
              All columns
            </a>
          </>
        )}
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
