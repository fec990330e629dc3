import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { findFollowUpAnswer, findQuestion } from '~/features/contributions/reviews/questions.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { withFormErrors } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { LocalDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'
import '~/styles/still.css'
import { stillUsingAction } from './actions.server'
import { AnswerForm } from './answer-form'
import { OwnAnswer } from './own-answer'
import { parseStillSearch } from './search'
import { ResumeForm, StopForm } from './stop-form'

const FAILED = 'Failed to send answer'

/** Links of mails lead here. Following one stores nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const id = parseRowId(params.id)
  const question = id && (await findQuestion(user.id, id))
  if (!question) throw notFound('Question')
  const answer = (await findFollowUpAnswer(question)) ?? null
  const title = `Still using ${question.title}?`
  const head = pageHead({ title, description: title, path: `/still/${question.id}`, isIndexed: false })
  return { question, answer, ...parseStillSearch(request.url), canWrite: isActive(user), head }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  const id = parseRowId(params.id)
  if (!id) throw notFound('Question')
  return withFormErrors(request, FAILED, () => stillUsingAction(request, user, id))
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function StillUsingPage() {
  const { question, answer, isStopping, isEditing, chosen, canWrite } = useLoaderData<typeof loader>()
  const { id, title, slug, review_id, bought_on, owned_months, is_stopped, review_status } = question
  const isPublic = review_status === 'APPROVED'
  const isOpen = canWrite && isPublic && (!answer || (isEditing && answer.status !== 'APPROVED'))
  return (
    <div className="wrap wrap--narrow still">
      <div className="page-head">
        <h1>
          Still using <bdi>{title}</bdi>?
        </h1>
        <p className="muted">
          {bought_on && owned_months !== null ? (
            <>
              You bought it on <LocalDate value={bought_on} />, {pluralize(owned_months, 'month')} ago.{' '}
            </>
          ) : null}
          Your answer becomes a dated line under{' '}
          <Link className="link" to={`/deals/${slug}#review-${review_id}`}>
            your review
          </Link>
          . The review stays as you wrote it.
        </p>
      </div>
      {isPublic || answer ? null : (
        <Notice title="Your review is not public now" text="There is nothing to answer yet." />
      )}
      {canWrite ? null : <Notice title="Your account is suspended" text="You can read, but not answer." icon="lock" />}
      {answer && !isOpen ? <OwnAnswer id={id} answer={answer} canEdit={canWrite && isPublic} /> : null}
      {canWrite && isStopping && !is_stopped ? <StopForm id={id} title={title} /> : null}
      {isOpen && !(isStopping && !is_stopped) ? <AnswerForm title={title} own={answer ?? { answer: chosen }} /> : null}
      {canWrite && is_stopped ? <ResumeForm id={id} title={title} /> : null}
      <p className="small muted">We ask 6, 12, 24 and 36 months after a purchase, once each.</p>
    </div>
  )
}
