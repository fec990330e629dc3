import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { drain } from '~/edge/stop.server'
import { sendRaw } from '../setup/raw-request'

test('a server that stops answers all connections that wait to be accepted', async () => {
  const server = http.createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const answers = Promise.all(Array.from({ length: 25 }, () => sendRaw(port, request)))
  // Nothing is accepted before the next iteration of the event loop.
  const drained = drain(server, Infinity)
  expect((await answers).map(({ status }) => status)).toEqual(Array(25).fill(200))
  await drained
})
