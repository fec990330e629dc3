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
            <th scope="col">Waiting</th>
            <th scope="col">Next</th>
            <th scope="col">By the clock</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {jobs?.map((job) => (
            <tr key={job.task}>
              <td className="strong">{taskName(job.task)}</td>
              <td>
                {job.waiting}
                {job.running > 0 ? `, ${job.running} running` : null}
                {job.overdue_since ? <span className="muted">{`, for ${job.overdue_since}`}</span> : null}
              </td>
              <td>{job.next_run ?? '–'}</td>
              <td>{job.scheduled_at ?? '–'}</td>
              <td>{job.failed > 0 ? <FailedOfTask {...job} /> : 'none'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

function FailedOfTask({ task, failed }: TaskRow) {
  const name = taskName(task)
  return (
    <Form method="post" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="task" value={task} />
      <span className="strong">{failed}</span>
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
