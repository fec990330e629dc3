import { spawnSync } from 'node:child_process'
import { backendCpu } from './backend-cpu'
import { QUIET } from './quiet'
import type { Timing } from './report'

export type TimedQuery = [group: string, name: string, run: () => Promise<unknown>]

const RUNS = 5
/** Nothing fails for being slow before so many milliseconds. */
const TIME_LIMIT = 2_000

/** Runs a file that prints the timings of the app's own functions, in a process of its own that knows one database. */
export function measureInProcess(file: string, url: string): Timing[] {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, ...QUIET, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 1_200_000,
    maxBuffer: 64_000_000,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Measuring ${file} failed, see above.`)
  return JSON.parse(stdout)
}

/** What `measureInProcess` reads: prints the timings and lets the process end. */
export async function printTimingsOf(cases: TimedQuery[]) {
  const timings: Timing[] = []
  for (const [group, name, run] of cases) timings.push({ group, name, ...(await timeRuns(run)) })
  await globalThis.database?.destroy()
  console.log(JSON.stringify(timings))
}

/** Milliseconds of something done five times, after once for the caches: of the database's CPU where it is known. */
export async function timeRuns(run: () => Promise<unknown>) {
  const taken: number[] = []
  for (let i = 0; i <= RUNS; i++) {
    const cpu = await backendCpu()
    const start = performance.now()
    try {
      await run()
    } catch (error) {
      // A query that runs into the time limit of the pool has its time as well.
      if (performance.now() - start < TIME_LIMIT) throw error
    }
    const elapsed = performance.now() - start
    const used = cpu === undefined ? undefined : (await backendCpu())! - cpu
    if (i > 0) taken.push(used ?? elapsed)
  }
  taken.sort((a, b) => a - b)
  return { p50: taken[Math.floor(RUNS / 2)]!, max: taken.at(-1)! }
}
