import { COMMENT_BODY_MAX } from '~/features/contributions/comments/comment'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { useFormDraft } from '~/features/people/accounts/use-form-draft'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, fieldValue, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea } from '~/ui/field'

export function CommentForm({ edited, path }: { edited: { body: string } | undefined; path: string }) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const draft = useFormDraft(edited ? undefined : `comment at ${path}`, result)
  return (
    <Form {...formProps} {...draft} className="form-card" aria-labelledby="comment">
      <h3 id="comment">{edited ? 'Edit your comment' : 'Write a comment'}</h3>
      <ErrorSummary title={errorsOf(result, '') && 'Not submitted yet'} errors={summaryOf(result, 'comment-')} />
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
      <div className="form-card__foot">
        <Button busy={isSending}>{edited ? 'Save Comment' : 'Submit Comment'}</Button>
        {edited ? (
          <ButtonLink to={`${path}#record`} tone="ghost">
            Cancel
          </ButtonLink>
        ) : null}
        <p className="field__hint">
          {edited
            ? 'An edited comment is read by a moderator again before it appears.'
            : 'Comments are read by a moderator before they appear.'}
          <GuidelinesLink />
        </p>
      </div>
    </Form>
  )
}
