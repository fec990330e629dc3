import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ImportStatus } from '~/db/schema'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { formatFileSize, importPath, isUnderWay, parseFileKind } from '~/features/staff/csv-import/csv-import'
import { ImportHead, type ImportStep } from '~/features/staff/csv-import/import-head'
import { readReport } from '~/features/staff/csv-import/import-reports.server'
import { UploadForm } from '~/features/staff/csv-import/upload-form'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type SentForm, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import type { WaitingHandle } from '~/layout/refresh'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ErrorScreen } from '~/ui/error-screen'
import { ErrorSummary } from '~/ui/error-summary'
import { pluralize } from '~/ui/pluralize'
import { decideImport } from './actions.server'
import { CheckForm } from './check-form'
import { ColumnsForm } from './columns-form'
import { Causes, Preview, RowLists } from './rows'
import { ImportProgress, Notices, Results } from './status'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const head = pageHead({
    title: 'CSV Import',
    description: 'An import and its results.',
    path: '/admin/csv-import',
    isIndexed: false,
  })
  return { head, ...(await readReport(params.id!, new URL(request.url).searchParams)) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, importFailure, () => decideImport(request, user, params.id!))
}

export const clientAction = withFormFailure(importFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle: WaitingHandle<Awaited<ReturnType<typeof loader>>> = {
  isWaiting: ({ report }) => isUnderWay(report.status),
}

export default function ImportPage() {
  const { report, samples, unknown, preview, readings, rowWarnings, draftCount, causes, lists, ...names } =
    useLoaderData<typeof loader>()
  const { taxonomies, missingCounts } = names
  const result = useFormResult()
  const kind = parseFileKind(report.kind)
  const { header, status } = report
  const rowCount = report.row_count > 0 ? `${pluralize(report.row_count, 'row')}, ` : ''
  const size = formatFileSize(report.file_bytes)
  const details = `${rowCount}${pluralize(header.length, 'column')}, ${size}`
  const slugs = (of: 'category' | 'platform') =>
    taxonomies[of].map(({ slug: value, name: label }) => ({ value, label }))
  return (
    <>
      <ImportHead kind={kind} step={STEPS_OF[status] ?? 'Check'}>
        <ButtonLink to={importPath(kind)} tone="secondary" icon="arrow-left">
          All imports
        </ButtonLink>
      </ImportHead>
      <ErrorSummary title="Please try again" errors={summaryOf(result)} />
      {status === 'COLUMNS' ? (
        <ColumnsForm
          key={report.id}
          {...{ kind, header, samples, result }}
          options={report.options}
          choices={kind === 'deals' ? { category: slugs('category'), platform: slugs('platform') } : {}}
          details={`${report.file_name}, ${details}`}
        />
      ) : null}
      {status === 'COLUMNS' ? null : (
        <>
          <Notices report={report} unknown={unknown} rowWarnings={rowWarnings} />
          <ImportProgress report={report} />
          <Results report={report} draftCount={draftCount} />
        </>
      )}
      {status === 'CHECKED' ? (
        <CheckForm
          key={JSON.stringify(report.options)}
          {...{ taxonomies, missingCounts, readings, result }}
          report={report}
          preview={<Preview header={header} rows={preview} rowCount={report.row_count} />}
          causes={<Causes report={report} causes={causes} />}
        />
      ) : (
        <Causes report={report} causes={causes} />
      )}
      <RowLists report={report} lists={lists} />
      {status === 'COLUMNS' ? null : (
        <Box aria-labelledby="file-head">
          <BoxHead>
            <BoxTitle id="file-head">File</BoxTitle>
          </BoxHead>
          <BoxBody>
            <UploadForm key={report.id} kind={kind} chosen={{ name: report.file_name, details }} />
          </BoxBody>
        </Box>
      )}
    </>
  )
}

const STEPS_OF: Partial<Record<ImportStatus, ImportStep>> = { COLUMNS: 'Columns', DONE: 'Done' }

function importFailure(form: SentForm) {
  return form.get('intent') === 'cancel' ? 'Failed to cancel the import' : 'Failed to import'
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/admin/csv-import', label: 'Back to CSV Import' }} />
}
