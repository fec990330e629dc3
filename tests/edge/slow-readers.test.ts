import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, test } from 'vitest'
import { type GuardedApp, startGuardedApp } from './guarded-app'

/** More than the buffers of both ends hold. */
const LARGE = Buffer.alloc(40_000_000, 'x')
let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp((request, response) => {
    if (request.url === '/late') setTimeout(() => response.end('late'), 30_000)
    else response.end(request.url === '/large' ? LARGE : 'page')
  })
})
afterAll(() => app.stop())

test.concurrent('a response that begins after half a minute is still sent', async ({ expect }) => {
  expect(await (await fetch(`http://127.0.0.1:${app.port}/late`)).text()).toBe('late')
}, 60_000)

test.concurrent('clients that stop reading a response are cut off within 45 seconds and do not delay others', async ({
  expect,
}) => {
  const start = performance.now()
  const stuck = Array.from({ length: 20 }, async () => {
    const socket = net.connect(app.port, '127.0.0.1').on('error', () => {})
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'readable')
    return socket
  })
  const sockets = await Promise.all(stuck)
  for (let i = 0; i < 50; i++) expect((await fetch(`http://127.0.0.1:${app.port}/`)).status).toBe(200)
  const countOpen = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  expect(await countOpen()).toBeGreaterThanOrEqual(20)
  // Those of the readers above are kept alive for ten seconds.
  await expect.poll(countOpen, { timeout: 50_000, interval: 200 }).toBe(0)
  expect(performance.now() - start).toBeLessThan(45_000)
  for (const socket of sockets) socket.destroy()
}, 60_000)
