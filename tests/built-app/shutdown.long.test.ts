import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'
import { sendRaw } from '../setup/raw-request'

/** A URL too long to be cached: it is rendered each time. */
const UNSTORED = `/deals?page=${'0'.repeat(3_000)}`
const admin = new pg.Client(process.env.DATABASE_URL)
beforeAll(() => admin.connect())
afterAll(() => admin.end())

/** Waits until the process has stopped to listen. */
const untilClosed = (app: BuiltApp) =>
  expect.poll(() => app.get('/healthz', { headers: { Connection: 'close' } }).catch(() => 'closed')).toBe('closed')

/** The queries that wait for a lock on the deals. */
const countWaiting = async () =>
  (await admin.query(`select from pg_locks where relation = 'deals'::regclass and not granted`)).rowCount

test('SIGTERM lets running requests finish, and then the process exits', async () => {
  const app = await startBuiltApp()
  const ask = (path: string) => Array.from({ length: 20 }, () => app.get(path).then((answer) => answer.text()))
  // Warm up connections first: those still in the accept queue cannot be answered.
  await Promise.all(ask('/about'))
  const pages = ask(UNSTORED)
  await Promise.race(pages)
  app.process.kill('SIGTERM')
  expect(await app.ended).toBe(0)
  const settled = await Promise.allSettled(pages)
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await app.get('/').catch(() => 'gone')).toBe('gone')
})

test('a second signal within a second is ignored', async () => {
  const app = await startBuiltApp()
  await admin.query('begin; lock table deals in access exclusive mode')
  // Each reads the changes of its own; the list of deals is counted once for all.
  const path = UNSTORED.replace('/deals', '/changes')
  const pages = Array.from({ length: 6 }, () => app.get(path).then(({ status }) => status))
  try {
    await expect.poll(countWaiting).toBeGreaterThanOrEqual(6)
    // Two of one kind would be delivered as one.
    app.process.kill('SIGTERM')
    app.process.kill('SIGINT')
    await untilClosed(app)
  } finally {
    await admin.query('rollback')
  }
  expect(await Promise.all(pages)).toEqual(Array(6).fill(200))
  expect(await app.ended).toBe(0)
})

test('SIGTERM still answers connections from the accept queue, including ones that have sent nothing yet', async () => {
  const app = await startBuiltApp()
  const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  // While the process is stopped, connections wait in the accept queue.
  app.process.kill('SIGSTOP')
  let connections = 0
  let isTerminated = () => {}
  const terminated = new Promise<void>((resolve) => {
    isTerminated = resolve
  })
  const early = Array.from({ length: 20 }, () => sendRaw(app.port, request, () => connections++))
  const late = Array.from({ length: 5 }, () =>
    sendRaw(app.port, '', (socket) => {
      connections++
      void terminated.then(() => socket.write(request))
    }),
  )
  await expect.poll(() => connections).toBe(25)
  app.process.kill('SIGTERM')
  app.process.kill('SIGCONT')
  isTerminated()
  const answers = await Promise.all([...early, ...late])
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200))
  expect(await app.ended).toBe(0)
})

test('SIGTERM does not wait for a client that sends nothing', async () => {
  const app = await startBuiltApp()
  let isConnected = false
  const half = 'GET / HTTP/1.1\r\nHost: a\r\n'
  const silent = sendRaw(app.port, half, () => {
    isConnected = true
  }).catch(() => 'closed')
  await expect.poll(() => isConnected).toBe(true)
  // Connections are accepted in order, so the silent one has been accepted when this one is answered.
  await app.get('/healthz', { headers: { Connection: 'close' } })
  app.process.kill('SIGTERM')
  expect(await app.ended).toBe(0)
  expect(await silent).toBe('closed')
})

test('a second SIGTERM after more than a second exits at once, with requests still running', async () => {
  // A sign-in with this cost takes seconds, on a loaded machine longer. A query would be cancelled after three.
  const app = await startBuiltApp({ BCRYPT_COST: '16' })
  const form = { intent: 'sign-in', email: 'ada@example.com', password: 'secret-words-1' }
  const signIn = ask(app.port, '/auth', { form }).catch(() => 'cut off')
  // Connections are accepted in order, so the sign-in has begun when this one is answered.
  await app.get('/healthz', { headers: { Connection: 'close' } })
  app.process.kill('SIGTERM')
  await sleep(1_100)
  app.process.kill('SIGTERM')
  expect(await app.ended).toBe(1)
  expect(await signIn).toBe('cut off')
})
