import type { NotNull } from 'kysely'
import { db } from '~/db/database.server'
import { CHANGE_COLUMNS } from '~/features/catalog/record/change-columns.server'
import { answerToChange } from '~/features/contributions/answers/vendor-answers.server'

/** Bounds the size of a page. */
const CHANGE_LIMIT = 200

/** Verified changes, newest first. The reporter is not public and not selected. */
export async function listVerifiedChanges(dealId: string) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select([...CHANGE_COLUMNS, 'change_logs.source_url', 'deals.currency'])
    .select(answerToChange())
    .where('change_logs.deal_id', '=', dealId)
    .where('change_logs.verified_at', 'is not', null)
    .orderBy('change_logs.verified_at', 'desc')
    .orderBy('change_logs.id', 'desc')
    .limit(CHANGE_LIMIT)
    .$narrowType<{ verified_at: NotNull }>()
    .execute()
}

/** The newest verified changes of published deals, each with the deal it is about. */
export async function listLatestVerifiedChanges(limit: number) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select([...CHANGE_COLUMNS, 'deals.title as deal_title', 'deals.slug as deal_slug'])
    .where('change_logs.verified_at', 'is not', null)
    .where('deals.published', '=', true)
    .orderBy('change_logs.verified_at', 'desc')
    .orderBy('change_logs.id', 'desc')
    .limit(limit)
    .$narrowType<{ verified_at: NotNull }>()
    .execute()
}
