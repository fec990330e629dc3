import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../database/embedded-server'
import { startChild } from '../../serve/child-process'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

const ROUNDS = 3
/** Until the first page. */
const GOAL_MS = 4_000
const START_TIMEOUT_MS = 300_000

/** The time from `npm start` until the home page responds, for a site that is built and has content. */
export async function measureStartUp(): Promise<Measurement[]> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-start-'))
  // The embedded database may run as another system user, who needs to traverse this folder.
  fs.chmodSync(dir, 0o711)
  try {
    // The first start creates the database and its content.
    await timeStart(dir)
    const taken: number[] = []
    for (let round = 0; round < ROUNDS; round++) taken.push(await timeStart(dir))
    const median = taken.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
    return [
      {
        what: 'npm start with everything built, until the first page',
        ours: `${(median / 1_000).toFixed(1)} s`,
        goal: `<= ${GOAL_MS / 1_000} s`,
        isMet: median <= GOAL_MS,
      },
    ]
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function timeStart(dir: string) {
  const port = await findFreePort()
  const env = { ...SERVER_ENV, WEB_CONCURRENCY: '', DATABASE_URL: '', PORT: String(port), DATA_DIR: dir }
  const start = performance.now()
  const site = startChild([path.resolve(import.meta.dirname, '../../run.js'), 'start'], { env, output: 'ignore' })
  try {
    const page = new URL(`http://127.0.0.1:${port}/`)
    while (!(await isReady(page))) {
      if (performance.now() - start > START_TIMEOUT_MS) throw new Error('The site did not start.')
    }
    return performance.now() - start
  } finally {
    await site.stop(30_000)
  }
}

async function isReady(page: URL) {
  try {
    const answer = await fetch(page)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return false
  }
}
