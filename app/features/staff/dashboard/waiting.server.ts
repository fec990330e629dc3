import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { queuePath } from '~/features/staff/moderation/queue-paths'

export type WaitingKind = {
  label: string
  to: string
  /** Waiting for up to 24 hours, and for longer. */
  recent: number
  overdue: number
  oldest: Date | null
}

type Row = Pick<WaitingKind, 'recent' | 'overdue' | 'oldest'> & { kind: Kind; affects_owners: boolean }

/** What waits for a decision by kind, in the order of the queue. What affects owners is counted apart. */
export async function listWaiting(): Promise<WaitingKind[]> {
  const { rows } = await sql<Row>`
    select kind, rank = 1 as affects_owners, min(waiting_since) as oldest,
      count(*) filter (where waiting_since >= now() - interval '24 hours') as recent,
      count(*) filter (where waiting_since < now() - interval '24 hours') as overdue
    from queue_items group by 1, 2`.execute(db)
  const owners = rows.filter((row) => row.affects_owners)
  const others = KINDS.map((kind) => ({
    label: specOf(kind).title,
    to: queuePath(kind),
    ...merge(rows.filter((row) => row.kind === kind && !row.affects_owners)),
  }))
  return [{ label: 'Affects owners', to: queuePath(), ...merge(owners) }, ...others]
}

/** Of any number of rows. */
export function merge(rows: Pick<WaitingKind, 'recent' | 'overdue' | 'oldest'>[]) {
  const times = rows.flatMap(({ oldest }) => oldest ?? []).sort((a, b) => a.getTime() - b.getTime())
  return {
    recent: rows.reduce((sum, { recent }) => sum + recent, 0),
    overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
    oldest: times[0] ?? null,
  }
}
