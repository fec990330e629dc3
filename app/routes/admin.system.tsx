import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { recentChecks } from '~/features/site/operations/deploy-checks.server'
import { discardJobs, retryJobs } from '~/features/site/operations/jobs.server'
import { sendTestMail } from '~/features/site/operations/send-test-mail.server'
import { listNotices, readSystem } from '~/features/site/operations/system.server'
import { formatSize, taskName } from '~/features/site/operations/system-text'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type SentForm, summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { isRowNumber } from '~/http/params'
import { badRequest } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'
import { formatAgo } from '~/ui/relative-time'
import { ScreenHead } from '~/ui/screen-head'
import { Step, Steps } from '~/ui/steps'
import { Table } from '~/ui/table'

const TITLE = 'System'
const LEAD = 'Whether the site is ready for visitors, failed jobs, the last backup and the last emails.'
const PATH = '/admin/system'
const TEST_MAIL = 'send-test-mail'
const failed = (form: SentForm) =>
  `Failed to ${form.get('intent') === TEST_MAIL ? 'send the email' : 'change the jobs'}`
const GONE = 'The jobs ran, are running, or were changed by someone else.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [system, checks] = await Promise.all([readSystem(), recentChecks()])
  const { program, jobs, mails, backup } = system
  const now = new Date()
  return {
    head: pageHead({ title: TITLE, description: LEAD, path: PATH, isIndexed: false }),
    notices: listNotices(system, checks, now),
    checks,
    program,
    failedCount: jobs.failedCount,
    jobs: jobs.failed.map(({ updated_at, ...job }) => ({ ...job, at: formatAgo(updated_at, now) })),
    backup: backup && `${formatAgo(backup.madeAt, now)}, ${formatSize(backup.bytes)}`,
    mails: mails.last.map(({ created_at, ...mail }) => ({ ...mail, at: formatAgo(created_at, now) })),
  }
}

/** Retries or discards failed jobs, one by its id or all; or sends a test mail. */
export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, failed, async () => {
    const form = await readForm(request)
    const id = form.get('id') ?? undefined
    if (id !== undefined && !isRowNumber(id)) throw badRequest('Choose a job.')
    switch (form.get('intent')) {
      case 'retry':
        return respond(await retryJobs(admin, id), 'will run again at once')
      case 'discard':
        return respond(await discardJobs(admin, id), 'discarded')
      case TEST_MAIL:
        return redirectWithToast(PATH, await sendTestMail(admin))
      default:
        throw badRequest('Unknown action.')
    }
  })
}

function respond(count: number, outcome: string) {
  if (count === 0) return redirectWithToast(PATH, { tone: 'error', title: 'Nothing was changed', text: GONE })
  return redirectWithToast(PATH, { tone: 'success', title: `${pluralize(count, 'job')} ${outcome}` })
}

export const clientAction = withFormFailure(failed)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SystemPage() {
  const { notices, checks, program, backup, failedCount } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <div className="grid content-start gap-5">
      <ScreenHead title={TITLE} lead={LEAD} />
      <ErrorSummary title={result?.failure} errors={summaryOf(result)} />
      {notices.map((text) => (
        <Notice key={text} tone="bad" title={text} isLive={false} />
      ))}
      {notices.length === 0 && !checks.some(({ problem }) => problem) ? (
        <Notice tone="ok" title="Nothing needs your attention." isLive={false} />
      ) : null}
      <Checks checks={checks} />
      <dl className="grid content-start gap-5">
        <Fact name="Version">{`${program.version} on Node ${program.node}`}</Fact>
        <Fact name="Last backup">
          {backup === undefined
            ? 'None. The site makes none itself.'
            : (backup ?? 'None yet. One is made every night.')}
        </Fact>
      </dl>
      <h2 id="jobs">{failedCount > 0 ? `Failed jobs (${failedCount})` : 'Failed jobs'}</h2>
      {failedCount > 0 ? <FailedJobs /> : <p className="text-muted-foreground">No job has failed.</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Last emails to members</h2>
        <TestMail />
      </div>
      <LastMails />
    </div>
  )
}

type CheckProps = { checks: { name: string; problem?: string; note?: string }[] }

/** The same lines as the command has, failed ones first. */
function Checks({ checks }: CheckProps) {
  return (
    <Box aria-labelledby="checks">
      <BoxHead>
        <BoxTitle id="checks">Ready for visitors?</BoxTitle>
        <span className="text-small text-muted-foreground">
          same as the command <code>npm run check:deploy</code>
        </span>
      </BoxHead>
      <Steps>
        {checks
          .toSorted((a, b) => Number(Boolean(b.problem)) - Number(Boolean(a.problem)))
          .map(({ name, problem, note }) => (
            <Step key={name} title={name} state={problem ? 'bad' : note ? 'warn' : 'ok'} text={problem ?? note} />
          ))}
      </Steps>
    </Box>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold text-foreground">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function FailedJobs() {
  const { jobs, failedCount } = useLoaderData<typeof loader>()
  return (
    <>
      {failedCount > jobs.length ? (
        <p className="text-muted-foreground">{`The newest ${jobs.length} are listed.`}</p>
      ) : null}
      {failedCount > 1 ? <JobActions label="all" about="failed jobs" /> : null}
      <Table label="Failed jobs, newest first" stack="stacked" className="wrap-anywhere">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Error</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ id, task, attempts, error, at }) => (
            <tr key={id}>
              <td>
                <span className="font-semibold text-foreground">{taskName(task)}</span>
                <p className="text-caption leading-snug text-muted-foreground">{`number ${id}, ${pluralize(attempts, 'attempt')}, ${at}`}</p>
              </td>
              <td>
                <bdi className="wrap-anywhere whitespace-pre-line">{error || 'No text'}</bdi>
              </td>
              <td>
                <JobActions id={id} about={`${taskName(task)} ${id}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

function JobActions({ id, label, about }: { id?: string; label?: string; about: string }) {
  const [retry, discard] = ['Retry', 'Discard'].map((verb) => (label ? `${verb} ${label}` : verb))
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      {id ? <input type="hidden" name="id" value={id} /> : null}
      <Button name="intent" value="retry" tone="secondary" size="sm">
        <span>
          {retry}
          <span className="sr-only">{` ${about}`}</span>
        </span>
      </Button>
      <ConfirmButton
        label={discard!}
        about={about}
        size="sm"
        heading={`${discard}?`}
        text={`These will not be done: ${about}.`}
        confirm="Discard"
        name="intent"
        value="discard"
      />
    </Form>
  )
}

function TestMail() {
  const isSending = useNavigation().formData?.get('intent') === TEST_MAIL
  return (
    <Form method="post">
      <Button name="intent" value={TEST_MAIL} tone="secondary" size="sm" busy={isSending}>
        {isSending ? 'Sending' : 'Send me a test mail'}
      </Button>
    </Form>
  )
}

function LastMails() {
  const { mails } = useLoaderData<typeof loader>()
  if (mails.length === 0) return <p className="text-muted-foreground">No digest has been sent yet.</p>
  return (
    <Table label="The last emails, newest first" stack="stacked" className="wrap-anywhere">
      <tbody>
        {mails.map(({ id, kind, to, status, at }) => (
          <tr key={id}>
            <td className="font-semibold text-foreground">{kind}</td>
            <td>
              <bdi className="wrap-anywhere">{to}</bdi>
            </td>
            <td>{status}</td>
            <td>{at}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
