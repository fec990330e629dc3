import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp()
})
afterAll(() => app.stop())

/** Sends one byte every half second until the socket is destroyed. */
const drip = (socket: { destroyed: boolean; write(text: string): unknown }) => {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('a')), 500)
}

test('slow clients are timed out and do not delay others', async () => {
  const form = 'POST /auth HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const slowHeaders = sendRaw(app.port, 'GET / HTTP/1.1\r\nX: ', drip)
  const slowBodies = Array.from({ length: 50 }, () => sendRaw(app.port, `${form}Content-Length: 1000\r\n\r\n`, drip))

  const waits: number[] = []
  for (let i = 0; i < 50; i++) {
    const start = performance.now()
    await fetch(`http://127.0.0.1:${app.port}/`)
    waits.push(performance.now() - start)
  }
  // Behind a slow client they would wait for its time-out, which is ten seconds or more.
  expect(Math.max(...waits)).toBeLessThan(5_000)

  const headers = await slowHeaders
  expect(headers.status).toBe(408)
  expect(headers.ms).toBeLessThan(20_000)
  for (const body of await Promise.all(slowBodies)) {
    expect(body.status).toBe(408)
    expect(body.ms).toBeLessThan(50_000)
  }
}, 90_000)
