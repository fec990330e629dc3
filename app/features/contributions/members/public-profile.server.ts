import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { answerToReview } from '~/features/contributions/answers/vendor-answers.server'
import { followUps } from '~/features/contributions/reviews/follow-ups.server'
import { REVIEW_COLUMNS } from '~/features/contributions/reviews/reviews.server'

export const REVIEWS_PER_PERSON_PAGE = 10
/** Of the changes and the suggestions, the newest that the page lists. */
export const LISTED_BESIDE = 10

/** A member as everybody may know them: never the email. `is_open`: whether others than its owner can see the page. */
export async function findPerson(id: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'created_at', sql<string>`coalesce(name, 'Member')`.as('name')])
    .select(sql<boolean>`has_public_profile and status = 'ACTIVE'`.as('is_open'))
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** What of a member's contributions is public. Purchases are private: only the number that staff checked is shown. */
export async function countPublic(id: string) {
  const count = db.fn.countAll<number>().as('count')
  return db
    .selectNoFrom((eb) => [
      publicReviewsOf(id).select(count).$asScalar().$notNull().as('reviews'),
      eb
        .selectFrom('purchases')
        .select(count)
        .where('user_id', '=', id)
        .where('proof_status', '=', 'CHECKED')
        .$asScalar()
        .$notNull()
        .as('checked'),
      publicChangesOf(id).select(count).$asScalar().$notNull().as('changes'),
      publicSuggestionsOf(id).select(count).$asScalar().$notNull().as('suggestions'),
    ])
    .executeTakeFirstOrThrow()
}

const publicReviewsOf = (id: string) =>
  db
    .selectFrom('shown_reviews as review')
    .innerJoin('deals', 'deals.id', 'review.deal_id')
    .where('review.user_id', '=', id)
    .where('deals.published', '=', true)

const publicChangesOf = (id: string) =>
  db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .where('change_logs.reported_by_user_id', '=', id)
    .where('change_logs.status', '=', 'APPROVED')
    .where('deals.published', '=', true)

const publicSuggestionsOf = (id: string) =>
  db
    .selectFrom('deal_suggestions')
    .innerJoin('deals', 'deals.id', 'deal_suggestions.deal_id')
    .where('deal_suggestions.user_id', '=', id)
    .where('deal_suggestions.status', '=', 'APPROVED')
    .where('deals.published', '=', true)

/** One page of a member's approved reviews of published deals, newest first. */
export async function listPersonReviews(id: string, page: number) {
  return publicReviewsOf(id)
    .select(REVIEW_COLUMNS)
    .select(['review.edited_at', 'review.last_answer', 'review.owned_months', 'deals.title as deal', 'deals.slug'])
    .select(followUps())
    .select(answerToReview())
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(REVIEWS_PER_PERSON_PAGE)
    .offset((page - 1) * REVIEWS_PER_PERSON_PAGE)
    .execute()
}

/** The newest verified changes that a member reported, with the day of their report. */
export async function listPersonChanges(id: string) {
  return publicChangesOf(id)
    .select([
      'change_logs.id',
      'change_logs.title',
      'deals.title as deal',
      'deals.slug',
      'change_logs.created_at as on',
    ])
    .orderBy('change_logs.created_at', 'desc')
    .orderBy('change_logs.id', 'desc')
    .limit(LISTED_BESIDE)
    .execute()
}

/** The newest deals that a member suggested and staff published. */
export async function listPersonSuggestions(id: string) {
  return publicSuggestionsOf(id)
    .select(['deals.id', 'deals.title', 'deals.title as deal', 'deals.slug', 'deals.created_at as on'])
    .orderBy('deal_suggestions.created_at', 'desc')
    .orderBy('deal_suggestions.id', 'desc')
    .limit(LISTED_BESIDE)
    .execute()
}
