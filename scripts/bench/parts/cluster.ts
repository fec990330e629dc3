import pg from 'pg'
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines'
import type { Measurement } from '../report'

const CHANGES = 200
const GOAL_MS = 100
const TIMEOUT_MS = 10_000
/** Each machine has two processes that take turns, so several responses in a row come from both. */
const RESPONSES = 4

/** Two instances on one database: how long after a commit any process of either still shows the page as it was. */
export async function measureCluster(databaseUrl: string, slug: string): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const both = await startTwoMachines({ databaseUrl, env: { RATE_LIMIT: '0' } })
  try {
    const spread: Spread[] = []
    for (let change = 0; change < CHANGES; change++) spread.push(await watchChange(client, both, slug, change))
    const [old, seen] = [describe(spread.map((one) => one.old)), describe(spread.map((one) => one.seen))]
    const what = `two machines with two processes each, ${CHANGES} changes`
    return [
      {
        what: `${what}: the last request after a commit that got the page as it was before`,
        ours: old.text,
        goal: `p99 <= ${GOAL_MS} ms`,
        isMet: old.p99 <= GOAL_MS,
      },
      { what: `${what}: every process has sent the new page, rendering included`, ours: seen.text },
    ]
  } finally {
    await both.stop()
    await client.end()
  }
}

/** Milliseconds after the commit: the last request that got the old page, and the first new page of the slowest process. */
type Spread = { old: number; seen: number }

async function watchChange(client: pg.Client, { machines }: TwoMachines, slug: string, change: number) {
  const title = `Changed ${change}`
  // All have the page in their cache before.
  for (let i = 0; i < RESPONSES; i++) await Promise.all(machines.map((machine) => machine.get(`/deals/${slug}`)))
  await client.query('update deals set title = $1, updated_at = now() where slug = $2', [title, slug])
  const committed = performance.now()
  const since = () => performance.now() - committed
  const spread: Spread = { old: 0, seen: 0 }
  await Promise.all(
    machines.map(async (machine) => {
      for (let fresh = 0; fresh < RESPONSES; ) {
        const asked = since()
        if (asked > TIMEOUT_MS) throw new Error(`A change was not seen in ${TIMEOUT_MS} ms.`)
        const isFresh = (await (await machine.get(`/deals/${slug}`)).text()).includes(`<bdi>${title}</bdi></h1>`)
        fresh = isFresh ? fresh + 1 : 0
        if (isFresh) spread.seen = Math.max(spread.seen, since())
        else spread.old = Math.max(spread.old, asked)
      }
    }),
  )
  return spread
}

function describe(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]!
  return { p99: at(0.99), text: `p50 ${at(0.5).toFixed(0)}, p99 ${at(0.99).toFixed(0)}, max ${at(1).toFixed(0)} ms` }
}
