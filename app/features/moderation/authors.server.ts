import { sql } from 'kysely'
import { db } from '~/db/database.server'

/** Older contributions than these do not count toward a person's record. */
const RECENT = 500

export type Record = { approved: number; rejected: number }

/** For each person, how many of their latest contributions were approved and rejected. */
export async function listRecords(people: (string | null)[]): Promise<Map<string, Record>> {
  const ids = [...new Set(people)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Record & { id: string }>`
    select person.id, past.* from unnest(${ids}::uuid[]) person (id), lateral (
      select count(*) filter (where status = 'APPROVED') as approved,
        count(*) filter (where status = 'REJECTED') as rejected
      from (select status from contributions where author_id = person.id order by created_at desc limit ${RECENT}) recent
    ) past`.execute(db)
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}
