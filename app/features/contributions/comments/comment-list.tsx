import { type Author, Byline } from '~/ui/byline'

type PublicComment = {
  id: string
  body: string
  created_at: Date
} & Partial<Author>

export function CommentList({ comments }: { comments: PublicComment[] }) {
  return (
    <div className="reviews">
      {comments.map((comment) => (
        <CommentText key={comment.id} comment={comment} />
      ))}
    </div>
  )
}

export function CommentText({ comment }: { comment: PublicComment }) {
  const { id, body, created_at } = comment
  return (
    <article className="review" id={`comment-${id}`}>
      <Byline author={comment} date={created_at} />
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
    </article>
  )
}
