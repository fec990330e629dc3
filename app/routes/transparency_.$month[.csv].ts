import type { LoaderFunctionArgs } from '@remix-run/node'
import { hasDecisions, writeDecisionCsv } from '~/features/audience/transparency/decisions.server'
import { parseMonth } from '~/features/audience/transparency/transparency'
import { respondWithFile } from '~/http/files.server'
import { notFound } from '~/http/responses.server'

/** The decisions of a month as a CSV file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const month = parseMonth(params.month)
  if (!month || !(await hasDecisions(month))) throw notFound('Month')
  return respondWithFile(request, {
    type: 'text/csv',
    chunks: writeDecisionCsv(month),
    saveAs: `decisions-${month}.csv`,
  })
}
