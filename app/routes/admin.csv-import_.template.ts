import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { parseFileKind } from '~/features/staff/csv-import/csv-import'
import { writeChangesTemplate, writeTemplate } from '~/features/staff/csv-import/template.server'
import { respondWithFile } from '~/http/files.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const { searchParams } = new URL(request.url)
  const hasAllColumns = searchParams.get('columns') === 'all'
  const isOfChanges = parseFileKind(searchParams.get('kind')) === 'changes'
  const ofDeals = hasAllColumns ? 'deals-template-all-columns.csv' : 'deals-template.csv'
  return respondWithFile(request, {
    type: 'text/csv',
    chunks: isOfChanges ? writeChangesTemplate() : writeTemplate({ hasAllColumns }),
    saveAs: isOfChanges ? 'changes-template.csv' : ofDeals,
    isPrivate: true,
  })
}
