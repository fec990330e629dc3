import { Link } from '@remix-run/react'
import { CommentText } from '~/features/contributions/comments/comment-list'
import type { listHiddenComments } from '~/features/contributions/comments/comments.server'
import { OwnContribution } from '~/features/contributions/members/own-contribution'

type HiddenCommentsProps = { comments: Awaited<ReturnType<typeof listHiddenComments>>; path: string; canEdit: boolean }

/** The pending and rejected comments of the reader. */
export function HiddenComments({ comments, path, canEdit }: HiddenCommentsProps) {
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
      <CommentText comment={comment} />
    </OwnContribution>
  ))
}
