import { Form } from '@remix-run/react'
import { FAILED_PER_PAGE, taskName } from '~/features/operations/system-text'
import { Button } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { Pagination } from '~/ui/pagination'
import { Table } from '~/ui/table'
import { Section } from './section'

type Job = {
  id: string
  task: string
  attempts: number
  max_attempts: number
  error: string
  failed: string
  /** When it is tried again by itself; null when it is not. */
  next: string | null
}
type TroubledJobsProps = { troubled: { count: number; jobs: Job[] } | null; page: number }

/** Jobs whose last attempt failed. */
export function TroubledJobs({ troubled, page }: TroubledJobsProps) {
  if (troubled?.count === 0 && page === 1) return null
  return (
    <Section id="errors" title="Jobs with errors" isRead={troubled !== null}>
      <Table label="Jobs with errors, the latest first" stack="records">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Error</th>
            <th scope="col">Attempts</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {troubled?.jobs.map((job) => (
            <tr key={job.id}>
              <td>
                <span className="strong">{taskName(job.task)}</span>
                <p className="caption muted">{`number ${job.id}, ${job.failed}`}</p>
              </td>
              <td>
                <bdi className="whitespace-pre-line break-words">{job.error || 'No text'}</bdi>
              </td>
              <td>
                {`${job.attempts} of ${job.max_attempts} attempts`}
                <p className="caption muted">{job.next ? `again ${job.next}` : 'given up'}</p>
              </td>
              <td>
                <JobActions job={job} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pagination
        page={page}
        pageCount={Math.ceil((troubled?.count ?? 0) / FAILED_PER_PAGE)}
        href={(to) => `/admin/system${to > 1 ? `?page=${to}` : ''}#errors`}
      />
    </Section>
  )
}

function JobActions({ job: { id, task } }: { job: Job }) {
  const name = `${taskName(task)} ${id}`
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="retry" tone="secondary" size="sm">
        <span>
          Retry<span className="sr-only">{` ${name}`}</span>
        </span>
      </Button>
      <ConfirmButton
        label="Discard"
        about={name}
        size="sm"
        heading="Discard this job?"
        text={`What it should have done will not happen: ${taskName(task)}.`}
        confirm="Discard"
        name="intent"
        value="discard"
      />
    </Form>
  )
}
