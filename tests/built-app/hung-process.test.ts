import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { findFreePort } from '#scripts/database/embedded-server'
import type { Child } from '#scripts/serve/child-process'
import { startWebServer } from '#scripts/serve/web-server'
import { waitUntil } from '#scripts/testing/own-site'
import { isAlive, listDescendants } from '#scripts/testing/processes'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-hung-'))
const output = fs.openSync(path.join(dir, 'site.log'), 'a')
let port: number
let site: Child

beforeAll(async () => {
  await ensureBuild()
  port = await findFreePort()
  const env = { WEB_CONCURRENCY: '2', RATE_LIMIT: '0', SITE_URL: `http://localhost:${port}` }
  site = await startWebServer({ port, databaseUrl: process.env.DATABASE_URL!, env, output })
}, 180_000)
afterAll(async () => {
  await site?.stop()
  fs.closeSync(output)
  fs.rmSync(dir, { recursive: true, force: true })
})

const listWebProcesses = () =>
  listDescendants(site.pid!)
    .filter(({ parent }) => parent === site.pid)
    .map(({ pid }) => pid)
const answers = () =>
  fetch(`http://127.0.0.1:${port}/healthz`, {
    headers: { Connection: 'close' },
    signal: AbortSignal.timeout(2_000),
  }).then(
    ({ status }) => status === 200,
    () => false,
  )
/** Until it listens, a process gets no connections, and the other one answers all requests. */
const countListening = () => fs.readFileSync(path.join(dir, 'site.log'), 'utf8').split('[remix-serve]').length - 1
const allAnswer = async () => (await Promise.all(Array.from({ length: 10 }, answers))).every(Boolean)

test('a web process whose event loop hangs is killed and replaced, and the others are left alone', async () => {
  await waitUntil(async () => countListening() === 2 && (await allAnswer()), 60_000)
  const [hung, other] = listWebProcesses() as [number, number]
  // Like a process that runs in a circle: it accepts connections and answers none.
  process.kill(hung, 'SIGSTOP')
  expect(await allAnswer()).toBe(false)
  await waitUntil(() => !isAlive(hung), 40_000)
  await waitUntil(allAnswer, 30_000)
  expect(listWebProcesses()).toHaveLength(2)
  expect(isAlive(other)).toBe(true)
  const said = fs.readFileSync(path.join(dir, 'site.log'), 'utf8')
  expect(said.match(/has not responded for 15 seconds/g)).toHaveLength(1)
}, 150_000)
