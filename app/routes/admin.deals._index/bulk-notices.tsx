import { Form, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { describeBulk } from '~/features/deals/bulk-action'
import type { BulkNotice } from '~/features/deals/manage-bulk-outcome.server'
import { type ManageSearch, managePath } from '~/features/deals/manage-search'
import { Button } from '~/ui/button'
import { Notice } from '~/ui/notice'

const EVERY_MS = 2_000

/** Whether a job still works on an action of this person. */
export const isRunning = (notices: { status: string }[]) => notices.some(({ status }) => status === 'RUNNING')

/** How far the bulk actions of this person are, and how they ended, until that is dismissed. */
export function BulkNotices({ notices, search }: { notices: BulkNotice[]; search: ManageSearch }) {
  useRefresh(isRunning(notices))
  return notices.map((notice) => {
    const { id, status } = notice
    const tone = status === 'RUNNING' ? undefined : status === 'DONE' ? 'ok' : 'bad'
    return (
      // Only the outcome is read out, not every number on the way.
      <Notice
        key={id}
        tone={tone}
        icon={tone ? undefined : 'hourglass'}
        isLive={status !== 'RUNNING'}
        {...describeBulk(notice)}
      >
        {status === 'RUNNING' ? null : (
          <Form method="post" action={managePath(search)}>
            <input type="hidden" name="id" value={id} />
            <Button name="intent" value="dismiss" tone="secondary" size="sm">
              Dismiss<span className="sr-only"> {describeBulk(notice).title}</span>
            </Button>
          </Form>
        )}
      </Notice>
    )
  })
}

/** Scripts ask again every two seconds; without them the page loads itself again. */
function useRefresh(isWaiting: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(revalidate, EVERY_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, state, revalidate])
}
