import { Avatar } from '~/ui/avatar'
import { LocalDate } from '~/ui/local-date'
import { Stars } from '~/ui/stars'

type Review = {
  id: string
  rating: number
  title: string
  body: string
  created_at: Date
  /** Null when the account is gone. */
  reviewer: string | null
}

export function ReviewList({ reviews }: { reviews: Review[] }) {
  return (
    <div className="reviews">
      {reviews.map(({ id, rating, title, body, created_at, reviewer }) => (
        <article key={id} className="review" id={`review-${id}`}>
          <div className="review__head">
            <Avatar name={reviewer} />
            <b>
              <bdi>{reviewer ?? 'Former member'}</bdi>
            </b>
            <LocalDate value={created_at} />
            <Stars value={rating} small />
          </div>
          <h3 dir="auto">{title}</h3>
          <p dir="auto" className="whitespace-pre-line">
            {body}
          </p>
        </article>
      ))}
    </div>
  )
}
