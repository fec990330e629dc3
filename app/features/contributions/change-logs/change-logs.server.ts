import { type NotNull, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { resolveFilter } from '~/features/catalog/deals/list/deal-query.server'
import { CHANGE_AND_DEAL_COLUMNS, CHANGE_COLUMNS } from '~/features/catalog/record/change-columns.server'
import { answerToChange } from '~/features/contributions/answers/vendor-answers.server'
import { CHANGE_PAGE_SIZE, type ChangeSearch } from './change-search'

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

/** Maximum number of counted and reachable changes: an offset costs as much as all rows before it. */
const CAP = 3_000

/** One page of the verified changes of published deals, the newest first, each with the deal it is about. */
export async function listChangeStream(search: ChangeSearch) {
  const matches = matchChanges(search, (await resolveFilter({ category: search.category })).categoryIds)
  const offset = (search.page - 1) * CHANGE_PAGE_SIZE
  const [changes, counted] = await Promise.all([
    offset >= CAP
      ? []
      : matches
          .select(CHANGE_AND_DEAL_COLUMNS)
          .orderBy('change_logs.verified_at', 'desc')
          .orderBy('change_logs.id', 'desc')
          .offset(offset)
          .limit(CHANGE_PAGE_SIZE)
          .$narrowType<{ verified_at: NotNull }>()
          .execute(),
    db
      .selectFrom(
        matches
          .select('change_logs.id')
          .limit(CAP + 1)
          .as('matches'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  const isCountCapped = counted.count > CAP
  const count = Math.min(counted.count, CAP)
  return { changes, count, isCountCapped, pages: Math.ceil(count / CHANGE_PAGE_SIZE) }
}

export type StreamedChange = Awaited<ReturnType<typeof listChangeStream>>['changes'][number]

function matchChanges({ kind, affects }: ChangeSearch, categoryIds: string[]) {
  let matches = db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .where('change_logs.verified_at', 'is not', null)
    .where('deals.published', '=', true)
  if (kind) matches = matches.where('change_logs.kind', '=', kind)
  if (affects) matches = matches.where('change_logs.affects_owners', '=', affects)
  if (categoryIds.length > 0) matches = matches.where(sql<SqlBool>`deals.category_id in (${sql.join(categoryIds)})`)
  return matches
}

/** How many changes of a deal are verified, how many affect owners, and the latest one. */
export async function findChangeFigures(dealId: string) {
  const [found] = await changeFigures({ dealId })
  if (!found) return { all: 0, affecting: 0, latest: null }
  const { all, affecting, ...latest } = found
  return { all, affecting, latest }
}

const changeFigures = prepare('change_figures', ({ dealId }: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom('change_logs')
    .select(['id', 'title', 'verified_at'])
    .select((eb) => [
      eb.fn.countAll<number>().over().as('all'),
      eb.fn.countAll<number>().filterWhere('affects_owners', '=', 'YES').over().as('affecting'),
    ])
    .where('deal_id', '=', dealId)
    .where('verified_at', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ verified_at: NotNull }>(),
)

/** The verified changes of the last 12 months that affect owners, for several deals by their id. */
export async function countOwnerChanges(dealIds: string[]) {
  const rows = await db
    .selectFrom('change_logs')
    .select((eb) => ['deal_id', eb.fn.countAll<number>().as('count'), eb.fn.max<Date>('verified_at').as('latest')])
    .where('deal_id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .where('affects_owners', '=', 'YES')
    .where('verified_at', '>=', sql<Date>`now() - interval '12 months'`)
    .groupBy('deal_id')
    .execute()
  return new Map(rows.map(({ deal_id, ...changes }) => [deal_id, changes]))
}
