import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { log } from '~/log.server'
import { countReplicaRead } from '~/metrics.server'
import { db } from './database.server'
import { isDatabaseDown } from './outage.server'
import { readFromPrimary, readFromReplica, replicaPool } from './replica-pool.server'

/** How long a page waits to hear whether the replica is up to date. */
const ANSWER_TIMEOUT_MS = 300
/** Pause after a failure, in which every page is read from the database itself. */
const PAUSE_MS = 2_000

/** The newest content version of which the replica is known to have everything. */
let reached = -1
/** The position in the write-ahead log of the database by which everything of a version was written. */
let written: { version: number; position: string } | undefined
let question: { version: number; answer: Promise<void> } | undefined
let pausedUntil = 0

/**
 * Reads what a page shows from the replica when that has everything that was announced up to the version, so that a page
 * is never older than with the database alone; otherwise, and when the replica fails, from the database.
 *
 * @param read is called again if the first result has failed
 */
export async function preferReplica<Result>(
  version: number | undefined,
  read: () => Promise<Result>,
  hasFailed: (result: Result) => boolean,
): Promise<Result> {
  if (!replicaPool || version === undefined) return read()
  if (!(await isUsable(version))) {
    countReplicaRead('behind')
    return read()
  }
  const result = await readFromReplica(read).catch(() => undefined)
  if (result === undefined || hasFailed(result)) {
    pause('failed')
    return read()
  }
  countReplicaRead('read')
  return result
}

/** Runs work at the replica while the database is known to be down. */
export function readDuringOutage<Result>(work: () => Result): Result {
  const isAllThereIs = replicaPool && isDatabaseDown() && performance.now() >= pausedUntil
  return isAllThereIs ? readFromReplica(work) : work()
}

async function isUsable(version: number) {
  if (performance.now() < pausedUntil) return false
  if (version > reached) await ask(version)
  return version <= reached
}

async function ask(version: number) {
  if (question?.version !== version) {
    const asked = { version, answer: compare(version).catch(() => pause('does not answer')) }
    question = asked
    void asked.answer.finally(() => {
      if (question === asked) question = undefined
    })
  }
  const timeout = sleep(ANSWER_TIMEOUT_MS, 'late', { ref: false })
  if ((await Promise.race([question.answer, timeout])) === 'late') pause('does not answer')
}

/** The commits of a version were flushed before it was announced (synchronous_commit), so before this moment. */
async function compare(version: number) {
  if (written?.version !== version) written = { version, position: await readFromPrimary(findPosition) }
  // Null where the server is no replica.
  const { rows } = await replicaPool!.query<{ has_reached: boolean | null }>(
    'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_reached',
    [written.position],
  )
  if (rows[0]?.has_reached) reached = Math.max(reached, version)
}

async function findPosition() {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(db)
  return rows[0]!.position
}

function pause(reason: 'failed' | 'does not answer') {
  if (performance.now() >= pausedUntil) log.warn(`The replica ${reason}; visitors' pages are read from the database`)
  pausedUntil = performance.now() + PAUSE_MS
  countReplicaRead('failed')
}

export type ReplicaState = { secondsBehind: number } | { problem: 'no replica' | 'no answer' }

/** How the replica is doing. Undefined when none is set. */
export async function describeReplica(): Promise<ReplicaState | undefined> {
  if (!replicaPool) return undefined
  try {
    const position = await findPosition()
    const found = await replicaPool.query<{ has_reached: boolean | null; seconds: number | null }>(
      `select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_reached,
        date_part('epoch', now() - pg_last_xact_replay_timestamp()) as seconds`,
      [position],
    )
    const { has_reached, seconds } = found.rows[0]!
    if (has_reached === null) return { problem: 'no replica' }
    return { secondsBehind: has_reached ? 0 : (seconds ?? 0) }
  } catch {
    return { problem: 'no answer' }
  }
}
