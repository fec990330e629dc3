import { spawnSync } from 'node:child_process'
import { SERVER_ENV } from '../../testing/built-site'
import type { Timing } from '../report'
import { backendCpu } from './backend-cpu'

export type TimedQuery = [group: string, name: string, run: () => Promise<unknown>]

const RUNS = 5
/** A query that fails after this time was canceled by the pool's time limit. */
const TIME_LIMIT_MS = 2_000

/**
 * Runs a file that prints timings with `printTimingsOf`, in a child process connected to the database.
 *
 * @throws when the file fails or takes over 20 minutes
 */
export function measureInProcess(file: string, url: string): Timing[] {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, ...SERVER_ENV, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 1_200_000,
    maxBuffer: 64_000_000,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Measuring ${file} failed, see above.`)
  return JSON.parse(stdout)
}

/** Prints the timings as JSON for `measureInProcess` and closes the database pool. */
export async function printTimingsOf(cases: TimedQuery[]) {
  const timings: Timing[] = []
  for (const [group, name, run] of cases) timings.push({ group, name, ...(await timeRuns(run)) })
  await globalThis.database?.destroy()
  console.log(JSON.stringify(timings))
}

/** Runs a query once to warm the caches, then five times. Milliseconds of the database's CPU, or else of the clock. */
export async function timeRuns(run: () => Promise<unknown>) {
  const taken: number[] = []
  for (let i = 0; i <= RUNS; i++) {
    const cpu = await backendCpu()
    const start = performance.now()
    try {
      await run()
    } catch (error) {
      // A query that reaches the pool's time limit is measured as well.
      if (performance.now() - start < TIME_LIMIT_MS) throw error
    }
    const elapsed = performance.now() - start
    const used = cpu === undefined ? undefined : (await backendCpu())! - cpu
    if (i > 0) taken.push(used ?? elapsed)
  }
  taken.sort((a, b) => a - b)
  return { p50: taken[Math.floor(RUNS / 2)]!, max: taken.at(-1)! }
}
