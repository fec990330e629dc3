import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { VENDOR } from '~/features/staff/editing/save-vendor.server'
import { loader as page } from '~/routes/deals.$slug/route'
import { action as check } from '~/routes/deals.$slug_.check'
import { makeAvailabilityReport, makeCategory, makeDeal, makeProfile } from '../factories'
import { answer, requestAs } from '../requests'
import { makeDealAlert } from '../staff-factories'

async function load(slug: string) {
  const request = await requestAs(null, `/deals/${slug}`)
  return page({ request, params: { slug }, context: {} })
}

const noticeOf = async (slug: string) => (await load(slug)).notice

const reportsOf = async (deal_id: string) => {
  await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id })
  for (const created_at of [new Date('2026-11-20'), new Date('2026-11-21')]) {
    await makeAvailabilityReport({ deal_id, created_at })
  }
}

test('a deal whose end date has passed says so and links three open deals of its category', async () => {
  const category = await makeCategory({ name: 'Screenshots' })
  const inCategory = { category_id: category.id }
  const { slug } = await makeDeal({ ...inCategory, end_date: '2026-01-02' })
  await makeDeal({ ...inCategory, title: 'Also ended', end_date: '2026-01-02' })
  await makeDeal({ ...inCategory, title: 'Upcoming', start_date: '2999-01-01' })
  await makeDeal({ ...inCategory, title: 'Draft', published: false })
  const open = []
  for (let place = 0; place < 4; place++) {
    open.unshift(
      await makeDeal({ ...inCategory, deal_price: '9.00', created_at: new Date(Date.UTC(2026, 1, place + 1)) }),
    )
  }
  await makeDeal({ ...inCategory, title: 'Neither price nor discount', deal_price: null })
  const { notice, alternatives } = await load(slug)
  expect(notice).toEqual({ kind: 'ended', openOffer: null, on: '2026-01-02' })
  expect(alternatives).toMatchObject({
    category: { name: 'Screenshots' },
    deals: open.slice(0, 3).map((deal) => ({ slug: deal.slug })),
    open: 5,
  })
})

test('a deal that was never confirmed says so, and members who report its end come first', async () => {
  const { id, slug, category_id } = await makeDeal({ start_date: '2017-11-21', found_on: null })
  const open = await makeDeal({ category_id, deal_price: null, discount_percent: 30 })
  const { deal, notice, alternatives } = await load(slug)
  expect(deal.shown_status).toBe('UNCONFIRMED')
  expect(notice).toEqual({ kind: 'unconfirmed', since: null })
  expect(alternatives).toMatchObject({ deals: [{ slug: open.slug, discount_percent: 30 }] })
  await reportsOf(id)
  expect(await noticeOf(slug)).toMatchObject({ kind: 'reported' })
})

test('a deal whose vendor shut down says so and is Expired, until staff set another status', async () => {
  const [staff, deal] = [await makeProfile({ role: 'MANAGER' }), await makeDeal()]
  const id = deal.vendor_id
  const { version, ...vendor } = (await VENDOR.find(db, id))!
  const form = {
    ...vendor,
    status: 'SHUT_DOWN' as const,
    status_on: '2026-05-04',
    status_source_url: 'https://news.example/closed',
    silent: true,
  }
  await saveRecord(VENDOR, staff, id, form, version)
  const shown = await load(deal.slug)
  expect(shown.deal.shown_status).toBe('EXPIRED')
  expect(shown.notice).toMatchObject({ kind: 'ended', shutDown: { vendor: vendor.name, on: '2026-05-04' } })

  await db.updateTable('deals').set({ status: 'ACTIVE' }).where('id', '=', deal.id).execute()
  const again = await load(deal.slug)
  expect(again.deal.shown_status).toBe('ACTIVE')
  expect(again.notice).toMatchObject({ kind: 'ended', shutDown: { vendor: vendor.name } })
})

test('without an open deal in its category an ended deal links those of the parent category, or none', async () => {
  const parent = await makeCategory({ name: 'Design' })
  const child = await makeCategory({ name: 'Icons', parent_id: parent.id })
  const { slug } = await makeDeal({ category_id: child.id, status: 'EXPIRED' })
  expect(await load(slug)).toMatchObject({ notice: { kind: 'ended', on: null, openOffer: null }, alternatives: null })
  const open = await makeDeal({ category_id: parent.id, deal_price: '9.00' })
  expect((await load(slug)).alternatives).toMatchObject({ category: { name: 'Design' }, deals: [{ slug: open.slug }] })
})

test('the notice of members comes before that of the link, and an ended deal shows neither', async () => {
  const deal = await makeDeal()
  expect(await noticeOf(deal.slug)).toBeNull()
  await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: deal.id })
  expect(await noticeOf(deal.slug)).toEqual({ kind: 'broken-link', days: 3, last: '2026-11-21' })
  await reportsOf(deal.id)
  expect(await noticeOf(deal.slug)).toEqual({ kind: 'reported', reports: 2, since: new Date('2026-11-20') })

  const ended = await makeDeal({ status: 'EXPIRED' })
  await reportsOf(ended.id)
  expect(await noticeOf(ended.slug)).toMatchObject({ kind: 'ended' })
})

test('a difference of prices on the vendor page is for staff only', async () => {
  const deal = await makeDeal()
  await makeDealAlert({ kind: 'PAGE_DIFFERENCE', deal_id: deal.id })
  expect(await noticeOf(deal.slug)).toBeNull()
})

test('staff confirm a deal on its page, which decides what members reported', async () => {
  const [deal, staff] = [await makeDeal(), await makeProfile({ role: 'MANAGER' })]
  await reportsOf(deal.id)
  const request = await requestAs(staff, `/deals/${deal.slug}/check`, { intent: 'still-correct' })
  request.headers.set('Accept', 'text/html')
  const response = (await answer(check({ request, params: { slug: deal.slug }, context: {} }))) as Response
  expect([response.status, response.headers.get('Location')]).toEqual([303, `/deals/${deal.slug}`])
  expect(await noticeOf(deal.slug)).toBeNull()
})
