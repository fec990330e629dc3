import { useFetcher, useLocation } from '@remix-run/react'
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { QUIET_ACTION, QUIET_TEXT } from '~/ui/quiet-action'
import { noticePath } from '~/ui/report-link'
import type { ReportDialogProps } from './report-dialog'
import type { QuotedReview } from './report-form'
import { reportPath } from './review-report'

type ReviewReportProps = {
  slug: string
  review: QuotedReview
  isOwn: boolean
  /** When the reader reported it, while staff have not decided. */
  reportedOn: Date | null
}

/**
 * "Report" in the foot of a review, and afterwards when it was reported; visitors use the contact form. Authors and
 * suspended members have neither.
 */
export function ReviewReport({ slug, review, isOwn, reportedOn }: ReviewReportProps) {
  const user = useCurrentUser()
  const { pathname, search } = useLocation()
  const path = reportPath(slug, review.id)
  const returnTo = `${pathname}${search}#review-${review.id}`
  const said = useRef<HTMLParagraphElement>(null)
  const wasOpen = useRef(false)
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps>>()
  useEffect(() => {
    if (!reportedOn) return
    // The dialog and the link are gone, so the focus goes to what took their place.
    if (wasOpen.current) said.current?.focus()
    wasOpen.current = false
    setDialog(undefined)
  }, [reportedOn])
  if (user && (isOwn || !isActive(user))) return null
  if (reportedOn) {
    return (
      <>
        <p className={QUIET_TEXT} tabIndex={-1} ref={said}>
          <Icon name="flag" className="size-4" />
          {`You reported this on ${formatDate(reportedOn)}`}
        </p>
        <TakeBack {...{ path, returnTo }} title={review.title} />
      </>
    )
  }

  // Only needed once it is opened. Without it the link opens the same form as a page.
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!user || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    wasOpen.current = true
    import('./report-dialog').then(
      ({ ReportDialog }) => setDialog(() => ReportDialog),
      () => location.assign(path),
    )
  }
  return (
    <>
      <a
        className={QUIET_ACTION}
        href={user ? path : noticePath('review', review.id)}
        rel="nofollow"
        onClick={open}
        aria-label={`Report: ${review.title}`}
      >
        <Icon name="flag" className="size-4" />
        Report
      </a>
      {Dialog ? <Dialog {...{ path, review, returnTo }} onClose={() => setDialog(undefined)} /> : null}
    </>
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
