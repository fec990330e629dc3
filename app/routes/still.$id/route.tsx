import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import type { FollowUpAnswer } from '~/db/schema'
import { OwnContribution } from '~/features/contributions/members/own-contribution'
import { FollowUpEntry } from '~/features/contributions/reviews/follow-up-entry'
import { findFollowUpAnswer, findQuestion } from '~/features/contributions/reviews/questions.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { withFormErrors } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { choiceParam, defineSearch, parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { Button } from '~/ui/button'
import { FORM_CARD } from '~/ui/form-card'
import { LocalDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { pluralize } from '~/ui/pluralize'
import { Thread } from '~/ui/thread'
import { stillUsingAction } from './actions.server'
import { AnswerForm } from './answer-form'

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
  const { id, title, slug, review_id, bought_on, owned_months, is_stopped, is_public: isPublic } = question
  const isOpen = canWrite && isPublic && (!answer || (isEditing && answer.status !== 'APPROVED'))
  return (
    <div className="wrap wrap--narrow grid gap-6 pb-section">
      <PageHeading
        isFlush
        title={
          <>
            Still using <bdi>{title}</bdi>?
          </>
        }
        leadTone="quiet"
        lead={
          <>
            {bought_on && owned_months !== null ? (
              <>
                You bought it on <LocalDate value={bought_on} />, {pluralize(owned_months, 'month')} ago.{' '}
              </>
            ) : null}
            Your answer is added with its date under{' '}
            <Link className="link" to={`/deals/${slug}#review-${review_id}`}>
              your review
            </Link>
            . The review stays as you wrote it.
          </>
        }
      />
      {isPublic || answer ? null : (
        <Notice title="Your review is not public right now" text="There is nothing to answer yet." />
      )}
      {canWrite ? null : <Notice title="Your account is suspended" text="You can read, but not answer." icon="lock" />}
      {answer && !isOpen ? <OwnAnswer id={id} answer={answer} canEdit={canWrite && isPublic} /> : null}
      {canWrite && isStopping && !is_stopped ? <StopForm id={id} title={title} /> : null}
      {isOpen && !(isStopping && !is_stopped) ? <AnswerForm title={title} own={answer ?? { answer: chosen }} /> : null}
      {canWrite && is_stopped ? <ResumeForm id={id} title={title} /> : null}
      <p className="text-small text-muted-foreground">We ask 6, 12, 24 and 36 months after a purchase.</p>
    </div>
  )
}

type Answer = NonNullable<Awaited<ReturnType<typeof findFollowUpAnswer>>>

/** The submitted answer, which can be edited until it is public. */
function OwnAnswer({ id, answer, canEdit }: { id: string; answer: Answer; canEdit: boolean }) {
  const entry = { ...answer, created_at: answer.created_at.toISOString(), counts: false }
  const text = (
    <Thread label="Your answer">
      <FollowUpEntry entry={entry} />
    </Thread>
  )
  if (answer.status === 'APPROVED') {
    return (
      <>
        <Notice tone="ok" title="You answered" text="Your answer is published." />
        {text}
      </>
    )
  }
  return (
    <OwnContribution
      label="Your answer"
      contribution={answer}
      action={
        canEdit ? (
          <Link className="link" to={`/still/${id}?edit=1`}>
            {answer.status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
            <span className="sr-only"> your answer</span>
          </Link>
        ) : null
      }
    >
      {text}
    </OwnContribution>
  )
}

/** `a`: what a link of the mail fills in, or that it asks to stop. `edit`: the form of an answer that is not public yet. */
const search = defineSearch({
  a: choiceParam(['yes', 'sometimes', 'no', 'gone', 'stop']),
  edit: choiceParam(['1']),
})

function parseStillSearch(url: string) {
  const { a, edit } = search.parse(new URL(url).searchParams)
  return {
    isStopping: a === 'stop',
    chosen: a === 'stop' || a === '' ? undefined : (a.toUpperCase() as FollowUpAnswer),
    isEditing: edit === '1',
  }
}

type StopFormProps = { id: string; title: string }

/** One button, because following a link must store nothing. */
function StopForm({ id, title }: StopFormProps) {
  return (
    <Form method="post" action={`/still/${id}`} className={FORM_CARD} aria-labelledby="stop">
      <h2 id="stop">Don't ask me again</h2>
      <p>
        We will not ask you about <bdi>{title}</bdi> any more. Your review stays, and you can still answer this
        question.
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button name="intent" value="stop">
          Stop asking
        </Button>
        <Link className="link" to={`/still/${id}`}>
          Answer instead
        </Link>
      </div>
    </Form>
  )
}

function ResumeForm({ id, title }: StopFormProps) {
  return (
    <Form method="post" action={`/still/${id}`} className="text-small text-muted-foreground">
      You asked us not to ask you about <bdi>{title}</bdi> again.{' '}
      <Button tone="secondary" size="sm" name="intent" value="resume">
        Ask me again
      </Button>
    </Form>
  )
}
