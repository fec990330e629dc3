import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../database/embedded-server'
import { startChild } from '../serve/child-process'
import { QUIET } from './quiet'
import type { Measurement } from './report'

const ROUNDS = 3
/** Until the first page, in milliseconds. */
const GOAL = 4_000
const PATIENCE = 300_000

/** `npm start` of a site that is built and has its content: how long until somebody gets the home page. */
export async function measureStartUp(): Promise<Measurement[]> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-start-'))
  // The embedded server may run as another user, who has to get through this folder to its own.
  fs.chmodSync(dir, 0o711)
  try {
    // The first start makes the database and its content.
    await timeStart(dir)
    const taken: number[] = []
    for (let round = 0; round < ROUNDS; round++) taken.push(await timeStart(dir))
    const median = taken.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
    return [
      {
        what: 'npm start with everything built, until the first page',
        ours: `${(median / 1_000).toFixed(1)} s`,
        goal: `<= ${GOAL / 1_000} s`,
        isMet: median <= GOAL,
      },
    ]
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function timeStart(dir: string) {
  const port = await findFreePort()
  const env = { ...QUIET, WEB_CONCURRENCY: '', DATABASE_URL: '', PORT: String(port), DATA_DIR: dir }
  const start = performance.now()
  const site = startChild([path.resolve(import.meta.dirname, '../run.js'), 'start'], { env, output: 'ignore' })
  try {
    const page = new URL(`http://127.0.0.1:${port}/`)
    while (!(await isAnswered(page))) {
      if (performance.now() - start > PATIENCE) throw new Error('The site did not start.')
    }
    return performance.now() - start
  } finally {
    await site.stop(30_000)
  }
}

async function isAnswered(page: URL) {
  try {
    const answer = await fetch(page)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return false
  }
}
