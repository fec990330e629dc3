import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { ROWS_PER_PAGE } from '~/features/csv-import/csv-import'
import { submitUpload, waitForStep } from '~/features/csv-import/import-decisions.server'
import { listImports } from '~/features/csv-import/import-reports.server'
import { UploadForm } from '~/features/csv-import/upload-form'
import { receiveUpload, TooLarge } from '~/features/csv-import/uploads.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { parsePage } from '~/http/page-number'
import { privatePageHeaders } from '~/http/private-page'
import { ButtonLink } from '~/ui/button'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { History } from './history'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const title = 'CSV Import'
  const page = parsePage(request)
  const head = pageHead({
    title,
    description: 'Many deals from one file.',
    path: '/admin/csv-import',
    isIndexed: false,
  })
  const imports = await listImports(page)
  return { title, head, page, imports: imports.slice(0, ROWS_PER_PAGE), hasOlder: imports.length > ROWS_PER_PAGE }
}

/** Takes a file. The right to send one is checked before any of it is read. */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const id = randomUUID()
  try {
    const upload = await receiveUpload(request, id)
    if (!upload) return data({ error: 'Choose a CSV file first.' }, { status: 400 })
    if (upload.bytes === 0) return data({ error: 'No data to import' }, { status: 400 })
    await submitUpload(user, id, upload)
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    return data({ error: `${error.message} Split it and import the parts.` }, { status: 413 })
  }
  await waitForStep(id)
  return redirect(`/admin/csv-import/${id}`, 303)
}

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function CsvImportPage() {
  const { title, page, imports, hasOlder } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <>
      <ScreenHead
        title={title}
        lead="Imported deals are saved as unpublished and Active. A row whose slug exists updates that deal."
      >
        <ButtonLink href="/admin/csv-import/template" download="deals-template.csv" tone="secondary" icon="download">
          Download Template
        </ButtonLink>
      </ScreenHead>
      <section className="box" aria-labelledby="file-head">
        <div className="box__head">
          <h2 id="file-head">File</h2>
        </div>
        <div className="box__body">
          <UploadForm error={result?.error} />
        </div>
      </section>
      <History imports={imports} page={page} hasOlder={hasOlder} />
    </>
  )
}
