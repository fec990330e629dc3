import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort, startEmbeddedServer } from '../database/embedded-server'
import { migrateToLatest } from '../database/migrations'
import { startBuiltSite } from './built-site'
import { makeDataDir } from './own-site'
import { listDescendants, sendSignal } from './processes'
import { waitUntil } from './wait-until'

/** How the database goes away in a round. `terminated`: it stays, but ends all connections of the site ten times. */
export const RESTART_KINDS = ['fast', 'immediate', 'killed', 'terminated'] as const
type RestartKind = (typeof RESTART_KINDS)[number]

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const
/** Too long to be cached: every request queries the database. */
const UNCACHED = `/deals?page=${'0'.repeat(3_000)}`
const READERS = 3
const DOWN_MS = 500
const RECOVERY_TIMEOUT_MS = 20_000

/**
 * Restarts the database while pages are read.
 *
 * @returns per round the milliseconds from the database being ready until the site answers 200; the number of responses
 *   by status, 0 for a lost connection; and whether all web processes outlived the database
 */
export async function restartUnderReads(kinds: readonly RestartKind[]) {
  const dir = makeDataDir()
  const databasePort = await findFreePort()
  const startDatabase = () => startEmbeddedServer({ dir, port: databasePort, isScratch: true })
  let database = await startDatabase()
  const url = database.url('postgres')
  await migrateToLatest(url)
  const port = await findFreePort()
  const site = await startBuiltSite({ port, databaseUrl: url })
  const pids = () => listDescendants(site.pid).map(({ pid }) => pid)
  const get = async (pathname: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, { signal: AbortSignal.timeout(10_000) })
    await answer.arrayBuffer()
    return answer.status
  }
  const isUp = async () => (await get(UNCACHED).catch(() => 0)) === 200
  const statuses: Record<number, number> = {}
  let isOver = false
  const read = async () => {
    for (; !isOver; await sleep(10)) {
      const status = await get(UNCACHED).catch(() => 0)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const recoveries: { kind: RestartKind; ms: number }[] = []
  try {
    await waitUntil(isUp, RECOVERY_TIMEOUT_MS)
    const before = pids()
    const readers = Promise.all(Array.from({ length: READERS }, read))
    for (const kind of kinds) {
      if (kind === 'terminated') await terminateConnections(url)
      else {
        const [pid] = fs.readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')
        sendSignal(Number(pid), SIGNALS[kind])
        await database.stop()
        await sleep(DOWN_MS)
        database = await startDatabase()
      }
      recoveries.push({ kind, ms: await waitUntil(isUp, RECOVERY_TIMEOUT_MS) })
    }
    isOver = true
    await readers
    const hasSamePids = String(pids()) === String(before)
    return { recoveries, statuses, hasSamePids }
  } finally {
    isOver = true
    await site.stop()
    await database.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function terminateConnections(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (let storm = 0; storm < 10; storm++) {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name like 'lifetime-ledger%' and pid <> pg_backend_pid()`,
      )
      await sleep(20)
    }
  } finally {
    await client.end()
  }
}
