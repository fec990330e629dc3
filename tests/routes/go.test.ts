import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { deleteOldClickKeys } from '~/features/audience/clicks/clicks.server'
import { runInContext } from '~/request-context.server'
import { loader } from '~/routes/go.$slug'
import { BROWSER } from '../browser'
import { makeDeal, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { answer, cookieOf } from '../requests'
import { makeDealRedirect } from '../staff-factories'

type Visit = { address?: string; agent?: string; headers?: Record<string, string>; referrer?: string }

/** Requests /go/ as a browser would. */
function leave(slug: string, { address = '203.0.113.7', agent = BROWSER, headers, referrer }: Visit = {}) {
  const search = new URLSearchParams({ to: 'https://evil.example', ...(referrer !== undefined && { referrer }) })
  const request = new Request(`http://localhost:3000/go/${slug}?${search}`, {
    headers: { 'User-Agent': agent, ...headers },
  })
  return runInContext({ id: 'id', nonce: 'nonce', route: '/go', address }, () =>
    answer(loader({ request, params: { slug }, context: {} })),
  ) as Promise<Response>
}
const listClicks = () => db.selectFrom('click_events').selectAll().orderBy('id').execute()

/** Moves the recorded clicks back in time. */
async function letPass(minutes: number) {
  await sql`update click_dedup set counted_at = counted_at - ${minutes} * interval '1 minute'`.execute(db)
}

test("/go/ records a click without the visitor's address and redirects to the vendor", async () => {
  const deal = await makeDeal({ cta_url: 'https://vendor.example/buy?via=us' })

  const left = await leave(deal.slug, { headers: { Referer: 'https://news.example/list?session=1' } })

  expect([left.status, left.headers.get('Location')]).toEqual([302, 'https://vendor.example/buy?via=us'])
  expect(left.headers.get('Cache-Control')).toBe('no-store')
  const [click] = await listClicks()
  expect(click).toMatchObject({ deal_id: deal.id, user_id: null, referrer: 'https://news.example/list' })
  expect(click!.visitor_key).toHaveLength(16)
  expect(JSON.stringify(click)).not.toContain('203.0.113.7')
})

test('/go/ stores the referrer that was handed over and does not pass it on', async () => {
  const deal = await makeDeal({ cta_url: 'https://vendor.example/buy' })
  const headers = { Referer: 'http://localhost:3000/deals' }
  const left = await leave(deal.slug, { headers, referrer: 'https://blog.example/best?utm_source=x#top' })
  expect(left.headers.get('Location')).toBe('https://vendor.example/buy')
  expect(await listClicks()).toMatchObject([{ referrer: 'https://blog.example/best' }])
})

test('/go/ stores no referrer if the one handed over is not an external page', async () => {
  const deal = await makeDeal()
  const forged = ['', 'javascript:alert(1)', 'https://user:secret@news.example/', 'http://localhost:3000/', '\0', '%']
  for (const [n, referrer] of forged.entries()) {
    expect((await leave(deal.slug, { referrer, address: `192.0.2.${n}` })).status).toBe(302)
  }
  expect((await listClicks()).map(({ referrer }) => referrer)).toEqual(forged.map(() => null))
})

test('/go/ stores the member of a signed-in click', async () => {
  const [deal, member] = await Promise.all([makeDeal(), makeProfile()])
  await leave(deal.slug, { headers: { Cookie: await cookieOf(member) } })
  expect(await listClicks()).toMatchObject([{ user_id: member.id }])
})

test('repeated clicks of a visitor on a deal count once in half an hour, even concurrent ones', async () => {
  const [deal, other] = await Promise.all([makeDeal(), makeDeal()])
  for (let round = 0; round < RACE_ROUNDS; round++) await Promise.all([leave(deal.slug), leave(deal.slug)])
  await leave(other.slug)
  expect(await listClicks()).toHaveLength(2)

  await letPass(29)
  await leave(deal.slug)
  expect(await listClicks()).toHaveLength(2)

  await letPass(2)
  await Promise.all([leave(deal.slug), leave(deal.slug)])
  expect(await listClicks()).toHaveLength(3)
})

test('clicks from another browser, address or member count separately', async () => {
  const [deal, one, two] = await Promise.all([makeDeal(), makeProfile(), makeProfile()])
  await leave(deal.slug)
  await leave(deal.slug, { agent: BROWSER.replace('142', '141') })
  await leave(deal.slug, { address: '203.0.113.8' })
  for (const member of [one, two, one]) await leave(deal.slug, { headers: { Cookie: await cookieOf(member) } })
  expect(await listClicks()).toHaveLength(5)
})

test('addresses within one IPv6 network count as one visitor', async () => {
  const deal = await makeDeal()
  await leave(deal.slug, { address: '2001:db8:1:2::1' })
  await leave(deal.slug, { address: '2001:db8:1:2::2' })
  expect(await listClicks()).toHaveLength(1)
})

test('/go/ redirects bots and prefetches without counting a click', async () => {
  const deal = await makeDeal()
  const left = [
    await leave(deal.slug, { agent: 'Googlebot/2.1' }),
    await leave(deal.slug, { headers: { 'Sec-Purpose': 'prefetch' } }),
    await leave(deal.slug, { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' } }),
  ]
  expect(left.map(({ status }) => status)).toEqual([302, 302, 302])
  expect(await listClicks()).toEqual([])
})

test('/go/ redirects while the click table is locked, and clicks are counted later', async () => {
  const deal = await makeDeal()
  await db.transaction().execute(async (trx) => {
    await sql`lock table click_events`.execute(trx)
    await leave(deal.slug)
    const left = await Promise.all(Array.from({ length: 19 }, (_, n) => leave(deal.slug, { address: `192.0.2.${n}` })))
    expect(left.every(({ status }) => status === 302)).toBe(true)
  })
  await expect.poll(async () => (await listClicks()).length).toBe(20)
})

test('a deal deleted before its click is stored does not lose the clicks of other deals', async () => {
  const [gone, stays] = await Promise.all([makeDeal(), makeDeal()])
  await db.transaction().execute(async (trx) => {
    await sql`lock table click_events`.execute(trx)
    await Promise.all([leave(gone.slug), leave(stays.slug, { address: '203.0.113.8' })])
    await trx.deleteFrom('deals').where('id', '=', gone.id).execute()
  })
  await expect.poll(async () => (await listClicks()).map(({ deal_id }) => deal_id)).toEqual([stays.id])
})

test('/go/ answers 404 for drafts, even for staff', async () => {
  const draft = await makeDeal({ published: false })
  const admin = await makeProfile({ role: 'ADMIN' })
  const left = await leave(draft.slug, { headers: { Cookie: await cookieOf(admin) } })
  expect(left.status).toBe(404)
  expect(await listClicks()).toEqual([])
})

test('/go/ redirects from the old slug of a renamed deal and keeps the referrer', async () => {
  const deal = await makeDeal()
  await makeDealRedirect({ slug: 'old-name', deal_id: deal.id, title: deal.title })
  const moved = await leave('old-name')
  expect(moved.headers.get('Location')).toBe(`/go/${deal.slug}`)
  const handedOn = await leave('old-name', { referrer: 'https://blog.example/a' })
  expect(handedOn.headers.get('Location')).toBe(`/go/${deal.slug}?referrer=https%3A%2F%2Fblog.example%2Fa`)
})

test('click deduplication data is deleted after half an hour', async () => {
  const deal = await makeDeal()
  await leave(deal.slug)
  await deleteOldClickKeys()
  expect(await db.selectFrom('click_dedup').selectAll().execute()).toHaveLength(1)
  await letPass(31)
  await deleteOldClickKeys()
  expect(await db.selectFrom('click_dedup').selectAll().execute()).toEqual([])
})
