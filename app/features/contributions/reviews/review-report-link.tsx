import { useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { QUIET_ACTION, QUIET_TEXT } from '~/ui/quiet-action'
import { noticePath } from '~/ui/report-link'
import { reportPath } from './review-report'

type ReviewReportProps = {
  slug: string
  review: { id: string; title: string }
  isOwn: boolean
  /** When the reader reported it, while staff have not decided. */
  reportedOn: Date | null
}

/**
 * "Report" in the foot of a review, and afterwards when it was reported; visitors use the contact form. Authors and
 * suspended members have neither.
 */
export function ReviewReport({ slug, review: { id, title }, isOwn, reportedOn }: ReviewReportProps) {
  const user = useCurrentUser()
  const { pathname, search } = useLocation()
  if (user && (isOwn || !isActive(user))) return null
  const path = reportPath(slug, id)
  if (reportedOn) {
    return (
      <>
        <p className={QUIET_TEXT}>
          <Icon name="flag" className="size-4" />
          {`You reported this on ${formatDate(reportedOn)}`}
        </p>
        <TakeBack {...{ path, title }} returnTo={`${pathname}${search}#review-${id}`} />
      </>
    )
  }
  return (
    <a
      className={QUIET_ACTION}
      href={user ? path : noticePath('review', id)}
      rel="nofollow"
      aria-label={`Report: ${title}`}
    >
      <Icon name="flag" className="size-4" />
      Report
    </a>
  )
}

type TakeBackProps = { path: string; title: string; returnTo: string }

export function TakeBack({ path, title, returnTo }: TakeBackProps) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" action={path}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <button
        className={QUIET_ACTION}
        type="submit"
        name="intent"
        value="withdraw"
        aria-label={`Take it back: ${title}`}
      >
        <Icon name="undo" className="size-4" />
        Take it back
      </button>
    </fetcher.Form>
  )
}
