import { type NotNull, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { type Placeholders, prepare } from '~/db/prepared.server'
import { listCategoryIds } from '~/features/catalog/deals/list/filter-values.server'
import { CHANGE_AND_DEAL_COLUMNS, CHANGE_COLUMNS, savedSource } from '~/features/catalog/record/change-columns.server'
import { answerToChange } from '~/features/contributions/answers/vendor-answers.server'
import { CHANGE_CAP, CHANGE_PAGE_SIZE, type ChangeSearch } from './change-search'

/** Bounds the size of a page. */
const CHANGE_LIMIT = 200

/** Verified changes, newest first. The reporter is not public and not selected. */
export async function listVerifiedChanges(dealId: string) {
  return db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .select([...CHANGE_COLUMNS, 'change_logs.source_url', savedSource, 'deals.currency'])
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

/** One page of the verified changes of published deals, the newest first, each with the deal it is about. */
export async function listChangeStream(search: ChangeSearch) {
  const categoryIds = await listCategoryIds(search.category)
  const matches = matchChanges(search, categoryIds)
  const offset = (search.page - 1) * CHANGE_PAGE_SIZE
  const [changes, counts] = await Promise.all([
    offset >= CHANGE_CAP
      ? []
      : matches
          .select([...CHANGE_AND_DEAL_COLUMNS, savedSource])
          .orderBy('change_logs.verified_at', 'desc')
          .orderBy('change_logs.id', 'desc')
          .offset(offset)
          .limit(CHANGE_PAGE_SIZE)
          .$narrowType<{ verified_at: NotNull }>()
          .execute(),
    countEffects(search, categoryIds),
  ])
  const counted = counts[search.effect || 'ALL']
  return { changes, counts, pages: Math.ceil(Math.min(counted, CHANGE_CAP) / CHANGE_PAGE_SIZE) }
}

/** How many changes each effect would leave, at most one above the cap. */
async function countEffects(search: ChangeSearch, categoryIds: string[]) {
  const capped = (effect: ChangeSearch['effect']) =>
    matchChanges({ ...search, effect }, categoryIds)
      .select('change_logs.id')
      .limit(CHANGE_CAP + 1)
      .as('matches')
  const countOf = (effect: ChangeSearch['effect']) =>
    db
      .selectFrom(capped(effect))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
  return db
    .selectNoFrom([
      countOf('').as('ALL'),
      countOf('BETTER').as('BETTER'),
      countOf('WORSE').as('WORSE'),
      countOf('NEITHER').as('NEITHER'),
    ])
    .executeTakeFirstOrThrow()
}

export type StreamedChange = Omit<Awaited<ReturnType<typeof listChangeStream>>['changes'][number], 'source'>

function matchChanges({ kind, affects, effect }: ChangeSearch, categoryIds: string[]) {
  let matches = db
    .selectFrom('change_logs')
    .innerJoin('deals', 'deals.id', 'change_logs.deal_id')
    .where('change_logs.verified_at', 'is not', null)
    .where('deals.published', '=', true)
  if (kind) matches = matches.where('change_logs.kind', '=', kind)
  if (affects) matches = matches.where('change_logs.affects_owners', '=', affects)
  if (effect) matches = matches.where('change_logs.effect', '=', effect)
  if (categoryIds.length > 0) matches = matches.where(sql<SqlBool>`deals.category_id in (${sql.join(categoryIds)})`)
  return matches
}

/** How many changes of a deal are verified, how many affect owners, and the latest one. */
export async function findChangeFigures(dealId: string) {
  const [found] = await changeFigures({ dealId })
  if (!found) return { all: 0, affecting: 0, better: 0, worse: 0, latest: null }
  const { all, affecting, better, worse, ...latest } = found
  return { all, affecting, better, worse, latest }
}

const changeFigures = prepare('change_figures', ({ dealId }: Placeholders<{ dealId: string }>) =>
  db
    .selectFrom('change_logs')
    .select(['id', 'title', 'verified_at'])
    .select((eb) => [
      eb.fn.countAll<number>().over().as('all'),
      eb.fn.countAll<number>().filterWhere('affects_owners', '=', 'YES').over().as('affecting'),
      eb.fn.countAll<number>().filterWhere('effect', '=', 'BETTER').over().as('better'),
      eb.fn.countAll<number>().filterWhere('effect', '=', 'WORSE').over().as('worse'),
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
