import { Form } from '@remix-run/react'
import { taskName } from '~/features/operations/system-text'
import { Button } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { pluralize } from '~/ui/pluralize'
import { Table } from '~/ui/table'
import { Section } from './section'

type TaskRow = {
  task: string
  waiting: number
  running: number
  failed: number
  overdue_since: string | null
  next_run: string | null
  scheduled_at: string | null
}

export function JobCounts({ jobs }: { jobs: TaskRow[] | null }) {
  return (
    <Section id="jobs" title="Jobs" isRead={jobs !== null}>
      <Table label="Jobs by task" stack="records">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">State</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {jobs?.map((job) => (
            <tr key={job.task}>
              <td className="strong">{taskName(job.task)}</td>
              <td>{describe(job)}</td>
              <td>{job.failed > 0 ? <FailedOfTask {...job} /> : 'None failed'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

/** In one sentence, because the cards of narrow screens have no heads of columns. */
function describe({ waiting, running, overdue_since, next_run, scheduled_at }: TaskRow) {
  return [
    waiting === 0 ? 'None waits' : `${waiting} waiting${overdue_since ? ` for ${overdue_since}` : ''}`,
    running > 0 && `${running} running`,
    next_run && next_run !== 'now' && `next ${next_run}`,
    scheduled_at && `by the clock ${scheduled_at}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function FailedOfTask({ task, failed }: TaskRow) {
  const name = taskName(task)
  return (
    <Form method="post" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="task" value={task} />
      <span className="strong">{`${failed} failed`}</span>
      <Button name="intent" value="retry" tone="secondary" size="sm">
        <span>
          Retry all<span className="sr-only">{` of ${name}`}</span>
        </span>
      </Button>
      <ConfirmButton
        label="Discard all"
        about={name}
        size="sm"
        heading={`Discard ${pluralize(failed, 'job')}?`}
        text={`What they should have done will not happen: ${name}.`}
        confirm="Discard"
        name="intent"
        value="discard"
      />
    </Form>
  )
}
