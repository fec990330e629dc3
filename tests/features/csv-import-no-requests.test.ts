import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'

/** A server in the own network, which no import may be able to reach. */
const server = http.createServer((_request, response) => response.end())
let connections = 0
server.on('connection', () => connections++)
let address: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => makeCategoryAndPlatform())

test('an import makes no request to any address of the file', async () => {
  const urls = { cta_url: `${address}/a`, hero_image_url: `${address}/b.png`, video_url: `${address}/c` }
  const { created } = await importRows([makeRow(urls)], { publish: true })
  expect(created).toBe(1)
  expect(await db.selectFrom('deals').select(['cta_url', 'hero_image_url']).execute()).toEqual([
    { cta_url: urls.cta_url, hero_image_url: urls.hero_image_url },
  ])

  // The server counts connections in their order: one of the import would be counted before this one.
  await new Promise<void>((resolve) => {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1', () => resolve(void socket.destroy()))
  })
  await expect.poll(() => connections).toBe(1)
})
