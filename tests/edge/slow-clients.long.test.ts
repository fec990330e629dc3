import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, test } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

// They wait most of their time, so they do so together.

/** More than the buffers of both ends hold. */
const LARGE = Buffer.alloc(40_000_000, 'x')
let app: GuardedApp
/** Another one for readers, so that connections can be counted. */
let sender: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp((request, response) => {
    if (request.url === '/late') setTimeout(() => response.end('late'), 30_000)
    else response.end('page')
  })
  sender = await startGuardedApp((request, response) => response.end(request.url === '/large' ? LARGE : 'page'))
})
afterAll(() => Promise.all([app.stop(), sender.stop()]))

/** Sends one byte every half second until the socket is destroyed. */
const drip = (socket: { destroyed: boolean; write(text: string): unknown }) => {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('a')), 500)
}

test.concurrent('slow clients are timed out and do not delay others', async ({ expect }) => {
  const form = 'POST /auth HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const slowHeaders = sendRaw(app.port, 'GET / HTTP/1.1\r\nX: ', drip)
  const slowBodies = Array.from({ length: 50 }, () => sendRaw(app.port, `${form}Content-Length: 1000\r\n\r\n`, drip))

  let timedOut = 0
  for (const slow of [slowHeaders, ...slowBodies]) void slow.then(() => timedOut++)
  for (let i = 0; i < 50; i++) await fetch(`http://127.0.0.1:${app.port}/`)
  // Behind a slow client they would wait for its time-out.
  expect(timedOut).toBe(0)

  expect((await slowHeaders).status).toBe(408)
  for (const body of await Promise.all(slowBodies)) expect(body.status).toBe(408)
})

test.concurrent('a response that begins after half a minute is still sent', async ({ expect }) => {
  expect(await (await fetch(`http://127.0.0.1:${app.port}/late`)).text()).toBe('late')
})

test.concurrent('clients that stop reading a response are cut off and do not delay others', async ({ expect }) => {
  const stuck = Array.from({ length: 20 }, async () => {
    const socket = net.connect(sender.port, '127.0.0.1').on('error', () => {})
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'readable')
    return socket
  })
  const sockets = await Promise.all(stuck)
  for (let i = 0; i < 50; i++) expect((await fetch(`http://127.0.0.1:${sender.port}/`)).status).toBe(200)
  const countOpen = () =>
    new Promise<number>((resolve) => sender.server.getConnections((_error, count) => resolve(count)))
  expect(await countOpen()).toBeGreaterThanOrEqual(20)
  // Those of the readers above are kept alive for ten seconds.
  await expect.poll(countOpen, { interval: 200, timeout: 90_000 }).toBe(0)
  for (const socket of sockets) socket.destroy()
})
