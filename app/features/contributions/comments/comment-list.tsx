import { type Author, Byline } from '~/ui/byline'
import { classes } from '~/ui/classes'
import { ReportLink } from '~/ui/report-link'

type PublicComment = {
  id: string
  body: string
  created_at: Date
} & Partial<Author>

export function CommentList({ comments }: { comments: PublicComment[] }) {
  return (
    <div className="grid first:*:first:border-t-0">
      {comments.map((comment) => (
        <CommentText key={comment.id} comment={comment} />
      ))}
    </div>
  )
}

type CommentTextProps = {
  comment: PublicComment
  /** Without the line above, where a frame is around it. */
  isFramed?: boolean
}

export function CommentText({ comment, isFramed }: CommentTextProps) {
  const { id, body, created_at } = comment
  return (
    <article className={classes('grid gap-2', !isFramed && 'border-t border-border py-6')} id={`comment-${id}`}>
      <Byline author={comment} date={created_at} />
      <p dir="auto" className="max-w-measure whitespace-pre-line text-muted-foreground">
        {body}
      </p>
      {isFramed ? null : <ReportLink kind="comment" id={id} label="Report" className="-ms-3 justify-self-start" />}
    </article>
  )
}
