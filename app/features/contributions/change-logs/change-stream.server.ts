import { type NotNull, type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { resolveFilter } from '~/features/catalog/deals/list/deal-query.server'
import { CHANGE_COLUMNS } from '~/features/catalog/record/change-columns.server'
import { CHANGE_PAGE_SIZE, type ChangeSearch } from './change-search'

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
          .select([
            ...CHANGE_COLUMNS,
            'change_logs.source_url',
            'deals.title as deal_title',
            'deals.slug as deal_slug',
            'deals.currency',
          ])
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
