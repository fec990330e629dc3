import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { writeTemplate } from '~/features/staff/csv-import/template.server'
import { respondWithFile } from '~/http/files.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const hasAllColumns = new URL(request.url).searchParams.get('columns') === 'all'
  return respondWithFile(request, {
    type: 'text/csv',
    chunks: writeTemplate({ hasAllColumns }),
    saveAs: hasAllColumns ? 'deals-template-all-columns.csv' : 'deals-template.csv',
    isPrivate: true,
  })
}
