import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import { slugFromTitle, withNumber } from '~/features/catalog/deals/slug'

const AT_A_TIME = 50

/**
 * The slug of a title, with -2, -3 and so on where another deal has it or redirects from it. An advisory lock makes
 * concurrent saves with the same title wait for this transaction.
 */
export async function findFreeSlug(trx: Trx, title: string, dealId: string) {
  const base = slugFromTitle(title)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slug of ${base}`}, 0))`.execute(trx)
  for (let from = 1; ; from += AT_A_TIME) {
    const candidates = Array.from({ length: AT_A_TIME }, (_, i) => (from + i === 1 ? base : withNumber(base, from + i)))
    const found = await trx
      .selectFrom('deals')
      .select('slug')
      .where('slug', 'in', candidates)
      .where('id', '<>', dealId)
      .unionAll(
        trx.selectFrom('deal_redirects').select('slug').where('slug', 'in', candidates).where('deal_id', '<>', dealId),
      )
      .execute()
    const taken = new Set(found.map(({ slug }) => slug))
    const free = candidates.find((slug) => !taken.has(slug))
    if (free) return free
  }
}
