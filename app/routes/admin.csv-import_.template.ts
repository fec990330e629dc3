import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/accounts/guards.server'
import { csvDownload } from '~/features/csv-import/csv-download.server'
import { templateLines } from '~/features/csv-import/template.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return csvDownload('deals-template.csv', templateLines())
}
