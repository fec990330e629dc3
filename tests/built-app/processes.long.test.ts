import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { makeDataDir, type OwnSite, runOwnSite, startOwnSite } from '#scripts/testing/own-site'
import { isAlive, sendSignal } from '#scripts/testing/processes'
import { waitUntil } from '#scripts/testing/wait-until'

const dir = makeDataDir()
let site: OwnSite

beforeAll(async () => {
  await ensureBuild()
  const env = { WEB_CONCURRENCY: '2', RATE_LIMIT: '0', DATABASE_URL: process.env.DATABASE_URL! }
  site = await startOwnSite({ dir, env })
})
afterAll(async () => {
  await site?.stop()
  fs.rmSync(dir, { recursive: true, force: true })
})

const answers = () =>
  site.get('/healthz', { headers: { Connection: 'close' }, signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )
const allAnswer = async () => (await Promise.all(Array.from({ length: 10 }, answers))).every(Boolean)
const webProcesses = () => site.pidsOf('web')

/** Suspends a web process: like one that runs in an endless loop, it accepts connections and answers none. */
async function hangOne() {
  await waitUntil(async () => webProcesses().length === 2 && (await allAnswer()))
  const [hung, other] = webProcesses() as [number, number]
  await waitUntil(async () => {
    sendSignal(hung, 'SIGSTOP')
    // A process that does not listen yet gets no connections, and the other one answers all requests.
    const isMissed = !(await allAnswer())
    if (!isMissed) sendSignal(hung, 'SIGCONT')
    return isMissed
  })
  return { hung, other }
}

test('a web process whose event loop hangs is killed and replaced, and the others are left alone', async () => {
  const { hung, other } = await hangOne()
  await waitUntil(() => !isAlive(hung))
  await waitUntil(async () => webProcesses().length === 2 && (await allAnswer()))
  expect(isAlive(other)).toBe(true)
  await expect.poll(() => site.said().match(/web process has not responded for 15 seconds/g)).toHaveLength(1)
})

test('a job worker whose event loop hangs is killed and replaced', async () => {
  const [worker] = site.pidsOf('worker')
  sendSignal(worker!, 'SIGSTOP')
  await waitUntil(() => !isAlive(worker!))
  await waitUntil(() => site.pidsOf('worker').length === 1)
  // The next worker may be there before the test has read what the site said.
  await expect.poll(site.said).toContain('A job worker ended by itself: it hung. Starting another one.')
})

test('every web process and the job worker that is killed is replaced, however often', async () => {
  for (let round = 0; round < 4; round++) {
    await waitUntil(
      async () => webProcesses().length === 2 && site.pidsOf('worker').length === 1 && (await allAnswer()),
    )
    const killed = [...webProcesses(), ...site.pidsOf('worker')]
    for (const pid of killed) sendSignal(pid, 'SIGKILL')
    await waitUntil(() => killed.every((pid) => !isAlive(pid)))
  }
  await waitUntil(async () => webProcesses().length === 2 && (await site.isReady()))
  expect(site.npm.exitCode).toBeNull()
})

describe('processes that load their code', () => {
  const own = makeDataDir()
  afterAll(() => fs.rmSync(own, { recursive: true, force: true }))
  const start = (load: string) => {
    const env = { LOAD: load, NODE_OPTIONS: `--import ${path.resolve('tests/setup/loading.js')}`, WEB_CONCURRENCY: '1' }
    return runOwnSite({ dir: own, env: { ...env, DATABASE_URL: process.env.DATABASE_URL! } })
  }

  test('for 25 seconds on a busy machine are not taken for ones that hang', async () => {
    const slow = await start('slow')
    try {
      await waitUntil(slow.isReady)
      expect(slow.said()).not.toMatch(/has not responded|ended by itself/)
    } finally {
      await slow.stop()
    }
  })

  test('and fail every time end npm start with the reason', async () => {
    const broken = await start('broken')
    expect(await broken.ended).toBe(1)
    expect(broken.said()).toContain('The web process could not be started 5 times: exit code 7, see above')
  })
})
