import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/features/accounts/guards.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { parsePage } from '~/http/page-number'
import { privatePageHeaders } from '~/http/private-page'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/notice'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import '~/styles/system.css'
import { changeJobs } from './actions.server'
import { DatabasePart } from './database-part'
import { JobCounts } from './job-counts'
import { MailPart } from './mail-part'
import { ProcessPart } from './process-part'
import { readState } from './state.server'
import { SystemTallies } from './system-tallies'
import { TroubledJobs } from './troubled-jobs'

const TITLE = 'System'
const LEAD = 'What runs, what waits and what failed, on all machines of this site.'
const FAILED = 'Failed to change the jobs'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const page = parsePage(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/system', isIndexed: false })
  return { head, page, ...(await readState(page)) }
}

export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, FAILED, () => changeJobs(request, admin))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function SystemPage() {
  const { page, warnings, program, processes, database, disk, backup, jobs, troubled, mails } =
    useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <div className="stack">
      <ScreenHead title={TITLE} lead={LEAD} />
      <ErrorSummary title={FAILED} errors={summaryOf(result)} />
      {warnings.length > 0 ? (
        warnings.map((text) => <Notice key={text} tone="bad" title={text} isLive={false} />)
      ) : (
        <Notice tone="ok" title="Nothing needs your attention." isLive={false} />
      )}
      <SystemTallies {...{ jobs, disk, backup, database }} />
      <JobCounts jobs={jobs} />
      <TroubledJobs troubled={troubled} page={page} />
      <ProcessPart program={program} processes={processes} />
      <DatabasePart database={database} />
      <MailPart mails={mails} />
    </div>
  )
}
