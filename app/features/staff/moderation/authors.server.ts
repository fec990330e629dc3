import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Author } from './queue-types'

/** Older contributions than these do not count toward a person's record. */
const RECENT = 500

export type Record = Pick<Author, 'approved' | 'rejected' | 'checkedPurchases' | 'connections'>

/** For each person, how their latest contributions were decided, their checked purchases and stated connections. */
export async function listRecords(people: (string | null)[]): Promise<Map<string, Record>> {
  const ids = [...new Set(people)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Record & { id: string }>`
    select person.id, past.*,
      (select count(*) from purchases where user_id = person.id and proof_status = 'CHECKED') as "checkedPurchases",
      (select count(*) from reviews where user_id = person.id and connection <> 'NONE') as connections
    from unnest(${ids}::uuid[]) person (id), lateral (
      select count(*) filter (where status = 'APPROVED') as approved,
        count(*) filter (where status = 'REJECTED') as rejected
      from (select status from contributions where author_id = person.id order by created_at desc limit ${RECENT}) recent
    ) past`.execute(db)
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}
