import { useFetcher } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isStaff } from '~/features/people/accounts/profile'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'

type CheckedLineProps = {
  deal: { checked_at: Date | string | null; imported_at: Date | string | null }
  /** Whether members doubt what is on the page. */
  isDoubted: boolean
}

/** When staff last found the deal to be as described. Green is kept for what nobody doubts. */
export function CheckedLine({ deal: { checked_at, imported_at }, isDoubted }: CheckedLineProps) {
  if (checked_at === null) {
    return (
      <span className="checked-line">
        <Icon name="clock" />
        {imported_at === null ? 'Not checked yet' : 'Imported, not checked yet'}
      </span>
    )
  }
  return (
    <span className={isDoubted ? 'checked-line' : 'checked-line checked-line--ok'}>
      <Icon name="circle-check" />
      {`Checked ${formatDate(checked_at)}`}
    </span>
  )
}

/** For staff: one press says that they compared the page with the vendor's. */
export function StillCorrect({ slug }: { slug: string }) {
  const user = useCurrentUser()
  const fetcher = useFetcher()
  if (!user || !isStaff(user)) return null
  return (
    <fetcher.Form method="post" action={`/deals/${slug}/check`}>
      <Button
        tone="secondary"
        size="sm"
        icon="check"
        name="intent"
        value="still-correct"
        busy={fetcher.state !== 'idle'}
      >
        Still correct
      </Button>
    </fetcher.Form>
  )
}
