import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { findShownDeal } from '~/features/catalog/deals/page/deal-page.server'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { COMMENT_BODY_MAX, SIGN_IN_TO_COMMENT } from '~/features/contributions/comments/comment'
import { CommentList, CommentText } from '~/features/contributions/comments/comment-list'
import {
  findOwnComment,
  listApprovedComments,
  listHiddenComments,
} from '~/features/contributions/comments/comments.server'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { OwnContribution } from '~/features/contributions/members/own-contribution'
import { ContributionForm } from '~/features/people/accounts/contribution-form'
import { findUser, requireAuthor } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { useFormDraft } from '~/features/people/accounts/use-form-draft'
import { withFormErrors } from '~/http/actions.server'
import { useFormInPlace } from '~/http/form-hooks'
import { ERROR_TITLE, errorsOf, fieldValue, submissionErrorTitle, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldHint, TextArea } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { PANEL_TITLE } from '~/ui/page-part'
import { commentAction, editAction } from './actions.server'

const FAILED = 'Failed to submit comment'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [user, deal] = await Promise.all([findUser(request), findShownDeal(request, params.slug!)])
  if (!deal) throw notFound('Deal')

  const editedId = editedIn(request)
  const [comments, hidden, edited] = await Promise.all([
    listApprovedComments(deal.id),
    user && listHiddenComments(user.id, deal.id),
    user && editedId && findOwnComment(user.id, deal.id, editedId),
  ])
  const path = `/deals/${deal.slug}/comments`
  const head = pageHead({
    title: `${deal.title}: comments`,
    description: `Buyer questions and answers about ${deal.title}.`,
    path,
  })
  const canWrite = Boolean(user && isActive(user))
  return { path, comments, hidden, edited: edited || undefined, canWrite, head }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const path = `/deals/${params.slug}/comments#record`
  const user = await requireAuthor(request, { text: SIGN_IN_TO_COMMENT, path })
  return withFormErrors(request, FAILED, async () => {
    const id = editedIn(request)
    return writeToDeal(params.slug!, (deal) => {
      const post = { request, user, deal, path: `/deals/${deal.slug}/comments#record` }
      return id ? editAction({ ...post, id }) : commentAction(post)
    })
  })
}

export const clientAction = withFormFailure(FAILED, { title: ERROR_TITLE })

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function CommentsPage() {
  const { path, comments, hidden = [], edited, canWrite } = useLoaderData<typeof loader>()
  return (
    <>
      {comments.length > 0 ? (
        <CommentList comments={comments} />
      ) : hidden.length > 0 ? null : (
        <EmptyState icon="message-square-dashed" title="No comments yet" />
      )}
      <HiddenComments comments={hidden} path={path} canEdit={canWrite} />
      <ContributionForm signIn={{ text: SIGN_IN_TO_COMMENT, offer: OFFER, path: `${path}#record` }}>
        {/* The key resets the form for another comment. */}
        <CommentForm key={edited?.id ?? hidden.at(-1)?.id} edited={edited} path={path} />
      </ContributionForm>
    </>
  )
}

const OFFER = 'Ask an owner, or help someone deciding.'

/** The id in `?edit=`, of an own comment. */
function editedIn(request: Request) {
  return parseRowId(new URL(request.url).searchParams.get('edit'))
}

function CommentForm({ edited, path }: { edited: { body: string } | undefined; path: string }) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const draft = useFormDraft(edited ? undefined : `comment at ${path}`, result)
  return (
    <Form {...formProps} {...draft} className={FORM_CARD} aria-labelledby="comment">
      <h3 id="comment" className={PANEL_TITLE}>
        {edited ? 'Edit your comment' : 'Write a comment'}
      </h3>
      <ErrorSummary title={submissionErrorTitle(result)} errors={summaryOf(result, 'comment-')} />
      <TextArea
        label="Comment"
        id="comment-body"
        name="body"
        required
        maxLength={COMMENT_BODY_MAX}
        counter
        placeholder="What would you like to know, or tell the next buyer?"
        defaultValue={fieldValue(result, 'body', edited?.body)}
        errors={errorsOf(result, 'body')}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button busy={isSending}>{edited ? 'Save Comment' : 'Submit Comment'}</Button>
        {edited ? (
          <ButtonLink to={`${path}#record`} tone="ghost">
            Cancel
          </ButtonLink>
        ) : null}
        <FieldHint>
          {edited
            ? 'A moderator reads your edited comment again before it appears.'
            : 'A moderator reads each comment before it appears.'}
          <GuidelinesLink />
        </FieldHint>
      </div>
    </Form>
  )
}

type HiddenCommentsProps = { comments: Awaited<ReturnType<typeof listHiddenComments>>; path: string; canEdit: boolean }

/** The pending and rejected comments of the reader. */
function HiddenComments({ comments, path, canEdit }: HiddenCommentsProps) {
  return comments.map((comment) => (
    <OwnContribution
      key={comment.id}
      label="Your comment"
      contribution={comment}
      action={
        canEdit ? (
          <Link className="link" to={`${path}?edit=${comment.id}#comment`}>
            Edit<span className="sr-only"> your comment</span>
          </Link>
        ) : null
      }
    >
      <CommentText comment={comment} isFramed />
    </OwnContribution>
  ))
}
