import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startCommentWriters } from './comment-writers'
import { fillDatabase } from './fill-database'
import { makeDataDir, type OwnSite, type Part, startOwnSite } from './own-site'
import { sendSignal } from './processes'
import { signInPeople } from './sign-in-people'
import { waitUntil } from './wait-until'

/** The processes to kill in a round. After `everything`, which includes npm, `npm start` is run again. */
export const KILL_KINDS = ['web', 'worker', 'database', 'all', 'everything'] as const
export type KillKind = (typeof KILL_KINDS)[number]

const PARTS_OF: Record<Exclude<KillKind, 'everything'>, Part[]> = {
  web: ['web'],
  worker: ['worker'],
  database: ['database'],
  all: ['web', 'worker', 'database'],
}

const WRITERS = 3
const RECOVERY_TIMEOUT_MS = 60_000

/** Kills the processes of each kind, one round every `pause` milliseconds, while people post comments. */
export async function killUnderWrites(kinds: KillKind[], pause: number) {
  const dir = makeDataDir()
  const env = { WEB_CONCURRENCY: '2' }
  let site = await startOwnSite({ dir, env })
  try {
    const { slug, cookies } = await fillSite(site, 60 * kinds.length)
    const writers = startCommentWriters(
      new URL(`http://127.0.0.1:${site.port}/deals/${slug}/comments`),
      cookies,
      WRITERS,
    )
    const recoveries: { kind: KillKind; ms: number }[] = []
    for (const kind of kinds) {
      const start = performance.now()
      const before = writers.acknowledged.size
      await waitUntil(() => writers.acknowledged.size > before + WRITERS, RECOVERY_TIMEOUT_MS)
      const killed = performance.now()
      if (kind === 'everything') site = await killEverything(site, env)
      else for (const pid of PARTS_OF[kind].flatMap(site.pidsOf)) sendSignal(pid, 'SIGKILL')
      await waitUntil(site.isReady, RECOVERY_TIMEOUT_MS)
      // By then each writer has finished a request that began after the kill.
      const again = writers.acknowledged.size + 2 * WRITERS
      await waitUntil(() => writers.acknowledged.size > again, RECOVERY_TIMEOUT_MS)
      await waitUntil(() => site.pidsOf('worker').length > 0, RECOVERY_TIMEOUT_MS)
      recoveries.push({ kind, ms: performance.now() - killed })
      await sleep(Math.max(0, pause - (performance.now() - start)))
    }
    await writers.stop()
    return { recoveries, ...(await countWrites(site, writers.acknowledged)) }
  } finally {
    await site.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function fillSite(site: OwnSite, people: number) {
  const client = new pg.Client(site.databaseUrl())
  await client.connect()
  try {
    await fillDatabase(client, 100)
    const { rows } = await client.query<{ slug: string }>('select slug from deals where published limit 1')
    return { slug: rows[0]!.slug, cookies: await signInPeople(client, people) }
  } finally {
    await client.end()
  }
}

async function killEverything(site: OwnSite, env: Record<string, string>) {
  for (const { pid } of site.processes()) sendSignal(pid, 'SIGKILL')
  await site.ended
  return startOwnSite({ dir: site.dir, port: site.port, env })
}

async function countWrites(site: OwnSite, acknowledged: Set<string>) {
  const client = new pg.Client(site.databaseUrl())
  await client.connect()
  try {
    const { rows } = await client.query<{ body: string }>(
      `select body from comments where body like 'A comment of its own%'`,
    )
    const found = new Map<string, number>()
    for (const { body } of rows) found.set(body, (found.get(body) ?? 0) + 1)
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((body) => !found.has(body)).length,
      duplicated: [...found.values()].filter((count) => count > 1).length,
    }
  } finally {
    await client.end()
  }
}
