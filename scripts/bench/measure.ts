import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { CompiledQuery } from 'kysely'
import { SERVER_ENV } from '../testing/built-site'
import type { Timing } from './report'

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
async function timeRuns(run: () => Promise<unknown>) {
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

/**
 * Milliseconds of CPU that this process's database backends have used so far. Other load on the machine does not change
 * it. Undefined on systems other than Linux.
 */
async function backendCpu(): Promise<number | undefined> {
  const { db } = await import('~/db/database.server')
  const { rows } = await db.executeQuery<{ pid: number }>(
    CompiledQuery.raw(`select pid from pg_stat_activity where application_name = 'lifetime-ledger'`),
  )
  try {
    return (
      rows.reduce((sum, { pid }) => sum + Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]), 0) /
      1e6
    )
  } catch {
    return undefined
  }
}

/**
 * Resident memory in megabytes of the largest process with an environment variable such as `PORT=3000`. 0 on systems
 * without /proc.
 */
export function memoryOf(setting: string) {
  let most = 0
  for (const id of fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []) {
    try {
      if (!fs.readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(setting)) continue
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
      most = Math.max(most, Number(kilobytes ?? 0) / 1024)
    } catch {
      // The process ended meanwhile or belongs to another user.
    }
  }
  return most
}

/** Samples the memory every 100 ms. The returned function stops sampling and returns the maximum in megabytes. */
export function watchMemory(setting: string) {
  let most = memoryOf(setting)
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(setting))
  }, 100)
  return () => {
    clearInterval(watch)
    return Math.max(most, memoryOf(setting))
  }
}
