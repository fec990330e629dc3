import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { runPictureFetches } from '~/features/catalog/pictures/fetch-pictures.server'
import { insertDeals, makeCategory, makePlatform } from '../factories'
import { startWeb } from '../local-web'

const PICTURES = 60
const HOSTS = 10

test('of many pictures, a tenth slow and a tenth dead, the others are stored with one request at a time to each host', async () => {
  // About two megabytes. Bytes after the end of a PNG make another file of it.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const png = await sharp({ create: { width: 1_200, height: 675, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer()
  const running = new Map<string, number>()
  let most = 0
  const web = await startWeb(async (request, response) => {
    const host = request.headers.host!.split(':')[0]!
    const count = (by: number) => running.set(host, (running.get(host) ?? 0) + by)
    count(1)
    most = Math.max(most, running.get(host)!)
    response.once('close', () => count(-1))
    if (host.startsWith('dead')) return
    if (host.startsWith('slow')) await wait(1_000)
    response.end(Buffer.concat([png, Buffer.from(request.url!)]))
  })
  const [category, platform] = [await makeCategory(), await makePlatform()]
  const kinds = ['slow', 'dead', ...Array.from({ length: 8 }, () => 'host')]
  await insertDeals(
    Array.from({ length: PICTURES }, (_, n) => ({
      title: `Deal ${n}`,
      slug: `pictured-${n}`,
      vendor_name: 'Northpane',
      category_id: category.id,
      platform_id: platform.id,
      start_date: '2026-01-01',
      cta_url: 'https://vendor.example/lifetime',
      hero_image_url: web.url(`${kinds[n % 10]}-${n % HOSTS}.example`, `/${n}.png`),
    })),
  )

  await runPictureFetches({ signal: AbortSignal.timeout(280_000), network: web.network, timeoutMs: 3_000 })

  const { count } = await db
    .selectFrom('deals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('picture_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(count).toBe(PICTURES * 0.9)
  expect(most).toBe(1)
})
