import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeDataDir, type OwnSite, type Part, startOwnSite, waitUntil } from '../../testing/own-site'
import { sendSignal } from '../../testing/processes'
import { fillDatabase } from '../data/fill'
import { signInPeople } from '../data/people'
import { startCommentWriters } from '../load/comment-writers'
import type { Measurement } from '../report'

/** The processes to kill in a round. After `everything`, which includes npm, `npm start` is run again. */
const KINDS = ['web', 'worker', 'database', 'all', 'everything'] as const
type Kind = (typeof KINDS)[number]

const PARTS_OF: Record<Exclude<Kind, 'everything'>, Part[]> = {
  web: ['web'],
  worker: ['worker'],
  database: ['database'],
  all: ['cluster', 'web', 'worker', 'database'],
}

const WRITERS = 3
const RECOVERY_GOAL_MS = 5_000
const RECOVERY_TIMEOUT_MS = 60_000
/** The least time between two rounds: the supervisor gives up on a database that dies five times in a minute. */
const ROUND_MS = 16_000

/** Kills the site's processes with SIGKILL during writes and counts acknowledged writes that are lost or duplicated. */
export async function measureKills(rounds: number): Promise<Measurement[]> {
  const kinds = Array.from({ length: rounds }, (_, round) => KINDS[round % KINDS.length]!)
  const { recoveries, acknowledged, lost, duplicated } = await killUnderWrites(kinds, ROUND_MS)
  const slowest = (kind: Kind) => Math.max(...recoveries.filter((one) => one.kind === kind).map(({ ms }) => ms))
  const times = KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => `${kind} ${(slowest(kind) / 1_000).toFixed(1)}`,
  )
  return [
    {
      what: `kill -9, ${rounds} rounds: acknowledged writes lost or duplicated`,
      ours: `${lost} and ${duplicated} of ${acknowledged}`,
      goal: 'none',
      isMet: lost + duplicated === 0,
    },
    {
      what: 'the same: slowest return in seconds',
      ours: times.join(', '),
      goal: `<= ${RECOVERY_GOAL_MS / 1_000}, a start for everything`,
      isMet: recoveries.every(({ kind, ms }) => kind === 'everything' || ms <= RECOVERY_GOAL_MS),
    },
  ]
}

/** Kills the processes of each kind, one round every `pause` milliseconds, while people post comments. */
export async function killUnderWrites(kinds: Kind[], pause: number) {
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
    const recoveries: { kind: Kind; ms: number }[] = []
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
