import { Byline } from '~/ui/byline'

type Comment = {
  id: string
  body: string
  created_at: Date
  /** Null for deleted accounts; omitted where the author is clear. */
  author?: string | null
}

export function CommentList({ comments }: { comments: Comment[] }) {
  return (
    <div className="reviews">
      {comments.map((comment) => (
        <CommentText key={comment.id} comment={comment} />
      ))}
    </div>
  )
}

export function CommentText({ comment }: { comment: Comment }) {
  const { id, body, created_at, author } = comment
  return (
    <article className="review" id={`comment-${id}`}>
      <Byline name={author} date={created_at} />
      <p dir="auto" className="whitespace-pre-line">
        {body}
      </p>
    </article>
  )
}
