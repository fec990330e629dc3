import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { startChild } from '#scripts/serve/child-process'
import { makeDataDir, type OwnSite, startOwnSite, waitUntil } from '#scripts/testing/own-site'
import { isAlive, sendSignal } from '#scripts/testing/processes'

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
  await expect.poll(() => site.said().match(/web server has not responded for 15 seconds/g)).toHaveLength(1)
})

test('a job worker whose event loop hangs is killed and replaced', async () => {
  const [worker] = site.pidsOf('worker')
  sendSignal(worker!, 'SIGSTOP')
  await waitUntil(() => !isAlive(worker!))
  await waitUntil(() => site.pidsOf('worker').length === 1)
  // The next worker may be there before the test has read what the site said.
  await expect
    .poll(site.said)
    .toContain('The job worker ended by itself: it has not responded for 15 seconds. Starting it again.')
})

test('a process that loads its code for 25 seconds on a busy machine is not taken for one that hangs', async () => {
  // The event loop stands still, as while modules are loaded.
  const load = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25_000); process.send('loaded')"
  const child = startChild(['--eval', `${load}; setTimeout(() => process.exit(0), 4_000)`], { watchedAs: 'The loader' })
  expect(await child.ended).toBe(0)
  expect(child.reason?.()).toBe('exit code 0, see above')
})

test('after six crashes within a minute all web processes start again, also when one of them hangs', async () => {
  const { hung } = await hangOne()
  const [cluster] = site.pidsOf('cluster')
  while (isAlive(cluster!) && isAlive(hung)) {
    const [killed] = webProcesses().filter((pid) => pid !== hung)
    if (!killed) break
    sendSignal(killed, 'SIGKILL')
    await waitUntil(() => !isAlive(killed))
    await waitUntil(() => !isAlive(hung) || webProcesses().some((pid) => pid !== hung && pid !== killed))
  }
  await waitUntil(() => !isAlive(hung))
  await waitUntil(async () => webProcesses().length === 2 && (await site.isReady()))
  expect(site.pidsOf('cluster')).not.toContain(cluster)
})
