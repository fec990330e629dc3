import { Link } from '@remix-run/react'
import type { ModerationStatus } from '~/db/schema'
import { CommentText } from '~/features/comments/comment-list'
import { OwnContribution } from '~/features/moderation/own-contribution'

type HiddenComment = { id: string; body: string; status: ModerationStatus; created_at: Date }

type HiddenCommentsProps = { comments: HiddenComment[]; path: string; mayEdit: boolean }

/** What its author has said and nobody else sees yet, or at all. */
export function HiddenComments({ comments, path, mayEdit }: HiddenCommentsProps) {
  return comments.map((comment) => (
    <OwnContribution
      key={comment.id}
      label="Your comment"
      status={comment.status}
      action={
        mayEdit ? (
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
