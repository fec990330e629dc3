import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findWritableDeal, writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { reportPath, SIGN_IN_TO_REPORT_REVIEW } from '~/features/contributions/reviews/review-report'
import { TakeBack } from '~/features/contributions/reviews/review-report-link'
import { findReviewToReport } from '~/features/contributions/reviews/review-reports.server'
import { requireAuthor, requireUser } from '~/features/people/accounts/guards.server'
import { isActive, SUSPENDED_TEXT } from '~/features/people/accounts/profile'
import { withFormErrors } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { dialogClasses } from '~/ui/dialog'
import { formatDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { handleReport } from './action.server'
import { ReviewReportForm } from './report-form'

const FAILED = 'Failed to send your report'
const LEAD = 'We check a review once three different people have reported it.'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const [deal, reviewId] = [await findWritableDeal(params.slug!), parseRowId(params.id)]
  if (!deal || !reviewId) throw notFound('Review')
  const found = await findReviewToReport({ dealId: deal.id, reviewId }, user.id)
  if (!found) throw notFound('Review')
  const { author_id, reported_on, ...review } = found
  const path = reportPath(deal.slug, reviewId)
  const head = pageHead({ title: 'Report a review', description: LEAD, path, isIndexed: false })
  const isOwn = author_id === user.id
  return { head, path, deal, review, isOwn, reportedOn: reported_on, canWrite: isActive(user) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const path = reportPath(params.slug!, params.id!)
  const user = await requireAuthor(request, { text: SIGN_IN_TO_REPORT_REVIEW, path })
  const reviewId = parseRowId(params.id)
  if (!reviewId) throw notFound('Review')
  return withFormErrors(request, FAILED, () =>
    writeToDeal(params.slug!, (deal) => handleReport({ request, user, deal, reviewId })),
  )
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ReportPage() {
  const { deal, review, path, isOwn, reportedOn, canWrite } = useLoaderData<typeof loader>()
  const back = `/deals/${deal.slug}#review-${review.id}`
  return (
    <div className="wrap max-w-[calc(64rem+2*var(--spacing-gutter))]">
      <BackLink to={back}>{`Back to ${deal.title}`}</BackLink>
      <PageHeading title="Report a review" lead={LEAD} />
      {!canWrite ? (
        <Notice tone="bad" icon="ban" title={SUSPENDED_TEXT} text="You can read everything, but not report." />
      ) : isOwn ? (
        <Notice title="This is your own review." text="You can edit it on the deal page." />
      ) : reportedOn ? (
        <Notice icon="flag" title={`You reported this on ${formatDate(reportedOn)}`}>
          <TakeBack path={path} title={review.title} returnTo={back} />
        </Notice>
      ) : (
        <div className="mb-section grid grid-cols-1 justify-items-center border-border min-[30rem]:rounded-lg min-[30rem]:border min-[30rem]:bg-muted min-[30rem]:p-4 sm:p-6 lg:p-10">
          <section className={dialogClasses({ width: 'lg', isInline: true })} aria-labelledby="report">
            <ReviewReportForm {...{ review, back }} />
          </section>
        </div>
      )}
    </div>
  )
}
