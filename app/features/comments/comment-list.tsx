import { Avatar } from '~/ui/avatar'
import { LocalDate } from '~/ui/local-date'

type Comment = {
  id: string
  body: string
  created_at: Date
  /** Null when the account is gone. */
  author: string | null
}

export function CommentList({ comments }: { comments: Comment[] }) {
  return (
    <div className="reviews">
      {comments.map(({ id, body, created_at, author }) => (
        <article key={id} className="review" id={`comment-${id}`}>
          <div className="review__head">
            <Avatar name={author} />
            <b>
              <bdi>{author ?? 'Former member'}</bdi>
            </b>
            <LocalDate value={created_at} />
          </div>
          <p dir="auto" className="whitespace-pre-line">
            {body}
          </p>
        </article>
      ))}
    </div>
  )
}
