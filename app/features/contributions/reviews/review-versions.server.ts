import type { Trx } from '~/db/executor'

const COLUMNS = ['review_id', 'rating', 'title', 'body', 'connection', 'status', 'created_at'] as const

/** Stores the text of a review as a version of it, and returns the id of the version. */
export async function keepText(trx: Trx, reviewId: string) {
  const { id } = await trx
    .insertInto('review_versions')
    .columns(COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom('reviews')
        .select(['id', 'rating', 'title', 'body', 'connection', 'status'])
        .select((eb) => eb.fn.coalesce('edited_at', 'created_at').as('created_at'))
        .where('id', '=', reviewId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether staff have decided on the text of a review, also if they reopened it afterwards. */
export async function isTextDecided(trx: Trx, reviewId: string) {
  const decided = await trx
    .selectFrom('reviews')
    .select('id')
    .where('id', '=', reviewId)
    .where((eb) =>
      eb.or([
        eb('status', '<>', 'PENDING'),
        eb.exists(
          eb
            .selectFrom('decisions')
            .select('decisions.id')
            .where('decisions.kind', '=', 'review')
            .whereRef('decisions.subject_id', '=', 'reviews.id')
            .where('decided_at', '>=', eb.fn.coalesce('reviews.edited_at', 'reviews.created_at')),
        ),
      ]),
    )
    .executeTakeFirst()
  return decided !== undefined
}

/** Stores the text of an edit that was sent back and is about to be replaced. */
export async function keepTextOfEdit(trx: Trx, editId: string) {
  await trx
    .insertInto('review_versions')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom('review_edits').select(COLUMNS).where('id', '=', editId))
    .execute()
}
