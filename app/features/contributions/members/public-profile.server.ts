import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { answerToReview } from '~/features/contributions/answers/shown-answer.server'
import { followUpFacts } from '~/features/contributions/reviews/follow-ups.server'
import { PURCHASE_FACTS } from '~/features/contributions/reviews/purchases.server'

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

export type PersonCounts = { reviews: number; checked: number; changes: number; suggestions: number }

/** What of a member's contributions is public. Purchases are private: only how many of them staff checked is told. */
export async function countPublic(id: string): Promise<PersonCounts> {
  const { rows } = await sql<PersonCounts>`
    select (select count(*) ${reviewsOf(id)}) as reviews,
      (select count(*) from purchases where user_id = ${id} and proof_status = 'CHECKED') as checked,
      (select count(*) ${changesOf(id)}) as changes,
      (select count(*) ${suggestionsOf(id)}) as suggestions`.execute(db)
  return rows[0]!
}

const reviewsOf = (id: string) => sql`
  from reviews join deals on deals.id = reviews.deal_id and deals.published
  where reviews.user_id = ${id} and reviews.status = 'APPROVED'`

const changesOf = (id: string) => sql`
  from change_logs join deals on deals.id = change_logs.deal_id and deals.published
  where reported_by_user_id = ${id} and change_logs.status = 'APPROVED'`

const suggestionsOf = (id: string) => sql`
  from deal_suggestions join deals on deals.id = deal_suggestions.deal_id and deals.published
  where user_id = ${id} and deal_suggestions.status = 'APPROVED'`

/** One page of a member's approved reviews of published deals, newest first. */
export async function listPersonReviews(id: string, page: number) {
  return db
    .selectFrom('reviews')
    .innerJoin('deals', 'deals.id', 'reviews.deal_id')
    .leftJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'reviews.user_id').onRef('purchases.deal_id', '=', 'reviews.deal_id'),
    )
    .select(['reviews.id', 'rating', 'reviews.title', 'body', 'reviews.created_at', 'edited_at', 'connection'])
    .select(['deals.title as deal', 'deals.slug'])
    .select(PURCHASE_FACTS)
    .select(followUpFacts())
    .select(answerToReview())
    .where('reviews.user_id', '=', id)
    .where('reviews.status', '=', 'APPROVED')
    .where('deals.published', '=', true)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(REVIEWS_PER_PERSON_PAGE)
    .offset((page - 1) * REVIEWS_PER_PERSON_PAGE)
    .execute()
}

type ListedBeside = { id: string; title: string; deal: string; slug: string; on: Date }

/** The newest verified changes that a member reported, with the day of their report. */
export async function listPersonChanges(id: string) {
  const { rows } = await sql<ListedBeside>`
    select change_logs.id, change_logs.title, deals.title as deal, deals.slug, change_logs.created_at as on
    ${changesOf(id)}
    order by change_logs.created_at desc, change_logs.id desc limit ${LISTED_BESIDE}`.execute(db)
  return rows
}

/** The newest deals that a member suggested and staff published. */
export async function listPersonSuggestions(id: string) {
  const { rows } = await sql<ListedBeside>`
    select deals.id, deals.title, deals.title as deal, deals.slug, deals.created_at as on
    ${suggestionsOf(id)}
    order by deal_suggestions.created_at desc, deal_suggestions.id desc limit ${LISTED_BESIDE}`.execute(db)
  return rows
}
