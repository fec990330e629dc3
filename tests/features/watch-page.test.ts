import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type { PageDifferenceDetails } from '~/features/contributions/availability/alert'
import {
  applyPageOffer,
  ignorePageOffer,
  resumeWatching,
  stopWatching,
  undoIgnorePageOffer,
  undoPageOffer,
} from '~/features/contributions/availability/page-offer-decisions.server'
import { planLinkChecks } from '~/features/staff/freshness/due-links.server'
import { watchPage } from '~/features/staff/freshness/watch-page.server'
import { utcToday } from '~/http/utc-day'
import { makeDeal, makeProfile } from '../factories'
import { makeLinkCheck } from '../staff-factories'
import { waitingItem } from '../waiting-items'

const PAGE = 'https://vendor.example/lifetime'
const DAY_MINUTES = 24 * 60

type Given = Parameters<typeof makeDeal>[0]

/** A published deal for $49 whose link is checked. */
async function makeWatchedDeal(given: Given = {}) {
  const deal = await makeDeal({ deal_price: '49.00', cta_url: PAGE, ...given })
  await makeLinkCheck(deal.id, PAGE)
  return deal
}

const pageWith = (offer: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Quillstack', offers: offer })}</script>`
const priced = (price: string, priceCurrency = 'USD') => pageWith({ price, priceCurrency })

const visit = (deal: { id: string }, html: string) => watchPage({ id: deal.id, url: PAGE }, { url: PAGE, html })

const wait = (deal: { id: string }, minutes: number) =>
  db
    .updateTable('link_checks')
    .set({ found_since: sql<Date>`found_since - ${minutes} * interval '1 minute'` })
    .where('deal_id', '=', deal.id)
    .execute()

const findMemory = (deal: { id: string }) =>
  db.selectFrom('link_checks').selectAll().where('deal_id', '=', deal.id).executeTakeFirstOrThrow()

async function listAlerts(deal: { id: string }) {
  const alerts = await db.selectFrom('deal_alerts').selectAll().where('deal_id', '=', deal.id).execute()
  return alerts.map((alert) => ({ ...alert, details: alert.details as PageDifferenceDetails }))
}

async function makeAlert(deal: { id: string }, html: string) {
  await visit(deal, html)
  await wait(deal, DAY_MINUTES)
  await visit(deal, html)
  const [alert] = await listAlerts(deal)
  return { id: alert!.id, dealId: deal.id, details: alert!.details }
}

const findDeal = (deal: { id: string }) =>
  db.selectFrom('deals').selectAll().where('id', '=', deal.id).executeTakeFirstOrThrow()
const listChanges = (deal: { id: string }) =>
  db.selectFrom('change_logs').selectAll().where('deal_id', '=', deal.id).execute()
const listPrices = async (deal: { id: string }) => {
  const points = await db
    .selectFrom('deal_price_points')
    .select('deal_price')
    .where('deal_id', '=', deal.id)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  return points.map(({ deal_price }) => deal_price)
}

const inTrx = <Result>(work: (trx: Trx) => Promise<Result>) => db.transaction().execute(work)

describe('the page watch', () => {
  test('a page with the price on record confirms a deal that was never confirmed', async () => {
    const given = { start_date: '2017-11-21', found_on: null }
    const deal = await makeWatchedDeal(given)
    const confirmedOn = async () => (await findDeal(deal)).confirmed_on
    const inStock = 'https://schema.org/InStock'

    await visit(deal, priced('59.00'))
    await visit(deal, pageWith({ price: '49.00', priceCurrency: 'EUR' }))
    await visit(deal, pageWith({ price: '49.00', priceCurrency: 'USD', availability: 'https://schema.org/OutOfStock' }))
    await visit(
      deal,
      pageWith({ '@type': 'AggregateOffer', lowPrice: '9.00', highPrice: '99.00', priceCurrency: 'USD' }),
    )
    expect(await confirmedOn()).toBeNull()
    await visit(deal, pageWith({ price: '49.00', priceCurrency: 'USD', availability: inStock }))
    expect(await confirmedOn()).toBe(utcToday())
    expect(await findDeal(deal)).toMatchObject({ version: 1, checked_at: null })

    const ended = await makeWatchedDeal({ ...given, status: 'EXPIRED' })
    await visit(ended, priced('49.00'))
    expect(await findDeal(ended)).toMatchObject({ confirmed_on: null })
  })

  test('the price of a subscription is not compared, and a page with it confirms the deal', async () => {
    const deal = await makeWatchedDeal({ deal_price_period: 'MONTH', start_date: '2017-11-21', found_on: null })
    await visit(deal, priced('588.00'))
    await wait(deal, DAY_MINUTES)
    await visit(deal, priced('588.00'))
    expect(await listAlerts(deal)).toEqual([])
    const monthly = { price: '49.00', priceCurrency: 'USD', billingDuration: 'P1M' }
    await visit(deal, pageWith({ priceSpecification: monthly }))
    expect(await findDeal(deal)).toMatchObject({ confirmed_on: utcToday() })
  })

  test('makes an alert when two visits at least a day apart find the same difference', async () => {
    const deal = await makeWatchedDeal()
    await visit(deal, priced('59.00'))
    expect(await listAlerts(deal)).toEqual([])

    await wait(deal, DAY_MINUTES)
    await visit(deal, priced('59.00'))

    const [alert] = await listAlerts(deal)
    expect(alert).toMatchObject({
      kind: 'PAGE_DIFFERENCE',
      status: 'PENDING',
      details: {
        url: PAGE,
        found: { price: '59.00', currency: 'USD', availability: null, source: 'JSON-LD' },
        recorded: { price: '49.00', currency: 'USD' },
      },
    })
    const { foundSince, foundAgain } = alert!.details
    expect(Date.parse(foundAgain) - Date.parse(foundSince)).toBeGreaterThanOrEqual(DAY_MINUTES * 60_000)
    expect(await waitingItem(alert!.id)).toMatchObject({ kind: 'page_difference' })
  })

  test('makes no alert a minute before the day is over', async () => {
    const deal = await makeWatchedDeal()
    await visit(deal, priced('59.00'))
    await wait(deal, DAY_MINUTES - 1)
    await visit(deal, priced('59.00'))
    expect(await listAlerts(deal)).toEqual([])
  })

  test('does not change the deal by itself', async () => {
    const deal = await makeWatchedDeal()
    await makeAlert(deal, priced('59.00'))
    expect(await findDeal(deal)).toEqual(deal)
    expect(await listChanges(deal)).toEqual([])
  })

  test('starts over with a different difference and deletes the alert about the old one', async () => {
    const deal = await makeWatchedDeal()
    await makeAlert(deal, priced('59.00'))

    await visit(deal, priced('69.00'))
    expect(await listAlerts(deal)).toEqual([])
    await wait(deal, DAY_MINUTES - 1)
    await visit(deal, priced('69.00'))
    expect(await listAlerts(deal)).toEqual([])
    await wait(deal, 1)
    await visit(deal, priced('69.00'))
    expect(await listAlerts(deal)).toMatchObject([{ details: { found: { price: '69.00' } } }])
  })

  test('deletes the difference and its alert when the page matches the record again', async () => {
    const deal = await makeWatchedDeal()
    await makeAlert(deal, priced('59.00'))
    await visit(deal, priced('49.00'))
    expect(await listAlerts(deal)).toEqual([])
    expect(await findMemory(deal)).toMatchObject({ found: null, found_since: null })
  })

  test('is due again on the next day after a difference, and in a week otherwise', async () => {
    const deal = await makeWatchedDeal()
    const inAWeek = sql<Date>`date_trunc('day', now(), 'UTC') + interval '7 days'`
    const isDueIn = async (html: string) => {
      await db.updateTable('link_checks').set({ due_at: inAWeek }).where('deal_id', '=', deal.id).execute()
      await visit(deal, html)
      const { due_at } = await findMemory(deal)
      return Math.ceil((due_at.getTime() - Date.now()) / 86_400_000)
    }
    expect(await isDueIn(priced('59.00'))).toBe(1)
    expect(await isDueIn(priced('59.00'))).toBe(1)
    expect(await isDueIn(priced('49.00'))).toBe(7)
  })

  test('does not change an open alert while the difference remains', async () => {
    const deal = await makeWatchedDeal()
    await makeAlert(deal, priced('59.00'))
    const before = await listAlerts(deal)
    await visit(deal, priced('59.00'))
    expect(await listAlerts(deal)).toEqual(before)
  })

  test('updates an open alert when the deal got a third price', async () => {
    const deal = await makeWatchedDeal()
    await makeAlert(deal, priced('59.00'))
    await db.updateTable('deals').set({ deal_price: '39.00' }).where('id', '=', deal.id).execute()
    await visit(deal, priced('59.00'))
    expect(await listAlerts(deal)).toMatchObject([{ details: { recorded: { price: '39.00' } } }])
  })

  test('does not delete an alert that an undo returned to the queue', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const alert = await makeAlert(deal, priced('59.00'))
    await inTrx(async (trx) => undoPageOffer(trx, staff, deal.id, await applyPageOffer(trx, staff, alert)))
    await visit(deal, priced('59.00'))
    expect(await listAlerts(deal)).toMatchObject([{ id: alert.id }])
  })

  test('finds another currency and an offer that is not available', async () => {
    const [euros, gone] = [await makeWatchedDeal(), await makeWatchedDeal()]
    await makeAlert(euros, priced('49.00', 'EUR'))
    await makeAlert(
      gone,
      pageWith({ price: '49.00', priceCurrency: 'USD', availability: 'https://schema.org/SoldOut' }),
    )
    expect(await listAlerts(euros)).toMatchObject([{ details: { found: { price: '49.00', currency: 'EUR' } } }])
    expect(await listAlerts(gone)).toMatchObject([{ details: { found: { price: null, availability: 'UNAVAILABLE' } } }])
  })

  test.each([
    ['is a draft', { published: false }],
    ['has ended', { end_date: '2026-02-01' }],
    ['has not begun', { start_date: '2999-01-01' }],
  ])('finds nothing about a deal that %s', async (_, given: Given) => {
    const deal = await makeWatchedDeal(given)
    await visit(deal, priced('59.00'))
    expect(await findMemory(deal)).toMatchObject({ found: null })
  })

  test('finds nothing on the page of a link that the deal had before', async () => {
    const deal = await makeWatchedDeal()
    await watchPage({ id: deal.id, url: 'https://vendor.example/before' }, { url: PAGE, html: priced('59.00') })
    expect(await findMemory(deal)).toMatchObject({ found: null })
  })

  test('deletes the alert of a deal that ended or was unpublished', async () => {
    const [ended, draft, open] = [await makeWatchedDeal(), await makeWatchedDeal(), await makeWatchedDeal()]
    for (const deal of [ended, draft, open]) await makeAlert(deal, priced('59.00'))
    await db.updateTable('deals').set({ end_date: '2026-02-01' }).where('id', '=', ended.id).execute()
    await db.updateTable('deals').set({ published: false }).where('id', '=', draft.id).execute()
    await planLinkChecks()
    expect(await Promise.all([ended, draft, open].map(listAlerts))).toMatchObject([[], [], [{ status: 'PENDING' }]])
  })

  test('stops for a deal that staff do not want to watch, until they resume it', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    await visit(deal, priced('59.00'))
    await inTrx((trx) => stopWatching(trx, staff, deal.id))
    await visit(deal, priced('59.00'))
    expect(await findMemory(deal)).toMatchObject({ is_watched: false, found: null, found_since: null })

    await inTrx((trx) => resumeWatching(trx, staff, deal.id))
    await visit(deal, priced('59.00'))
    expect(await findMemory(deal)).toMatchObject({ is_watched: true, found: { price: '59.00' } })
  })

  test('never alerts about an ignored value again, even after another one was ignored', async () => {
    const deal = await makeWatchedDeal()
    for (const price of ['59.00', '69.00']) {
      const alert = await makeAlert(deal, priced(price))
      await inTrx((trx) => ignorePageOffer(trx, alert))
      await db.deleteFrom('deal_alerts').where('id', '=', alert.id).execute()
    }
    for (const price of ['59.00', '69.00', '59.00']) {
      await visit(deal, priced(price))
      await wait(deal, DAY_MINUTES)
      await visit(deal, priced(price))
      expect(await findMemory(deal)).toMatchObject({ found: null })
    }
    expect(await listAlerts(deal)).toEqual([])
    await visit(deal, priced('79.00'))
    expect(await findMemory(deal)).toMatchObject({ found: { price: '79.00' } })
  })

  test('alerts about a value again when ignoring it was undone', async () => {
    const deal = await makeWatchedDeal()
    const alert = await makeAlert(deal, priced('59.00'))
    await inTrx((trx) => ignorePageOffer(trx, alert))
    await inTrx((trx) => undoIgnorePageOffer(trx, alert))
    await visit(deal, priced('59.00'))
    expect(await findMemory(deal)).toMatchObject({ found: { price: '59.00' }, ignored: [] })
  })
})

describe('applying a page difference', () => {
  test('sets the price, with its price point and a verified change whose source is the page', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const alert = await makeAlert(deal, priced('59.00'))

    const applied = await inTrx((trx) => applyPageOffer(trx, staff, alert))

    expect(applied).toMatchObject({ applied: { before: { deal_price: '49.00' }, after: { deal_price: '59.00' } } })
    expect(await findDeal(deal)).toMatchObject({ deal_price: '59.00', version: deal.version + 1 })
    expect(await listPrices(deal)).toEqual(['49.00', '59.00'])
    const change = { kind: 'PRICE', status: 'APPROVED', moderated_by: staff.id, source_url: PAGE }
    expect(await listChanges(deal)).toMatchObject([{ ...change, old_value: '$49.00', new_value: '$59.00' }])
    expect(await findMemory(deal)).toMatchObject({ found: null, found_since: null })
  })

  test('can be undone completely', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const alert = await makeAlert(deal, priced('59.00'))
    const applied = await inTrx((trx) => applyPageOffer(trx, staff, alert))
    await inTrx((trx) => undoPageOffer(trx, staff, deal.id, applied))
    expect(await findDeal(deal)).toMatchObject({ deal_price: '49.00' })
    expect(await listPrices(deal)).toEqual(['49.00'])
    expect(await listChanges(deal)).toEqual([])
  })

  test('leaves a price that was set since unchanged when undone', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const alert = await makeAlert(deal, priced('59.00'))
    const applied = await inTrx((trx) => applyPageOffer(trx, staff, alert))
    await db.updateTable('deals').set({ deal_price: '39.00' }).where('id', '=', deal.id).execute()
    await inTrx((trx) => undoPageOffer(trx, staff, deal.id, applied))
    expect(await findDeal(deal)).toMatchObject({ deal_price: '39.00' })
  })

  test('is rejected when the deal has another price than the one that was compared', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const alert = await makeAlert(deal, priced('59.00'))
    await db.updateTable('deals').set({ deal_price: '39.00' }).where('id', '=', deal.id).execute()
    await expect(inTrx((trx) => applyPageOffer(trx, staff, alert))).rejects.toThrow('its price is $39.00 now')
  })

  test('sets price and currency together where the page has another currency, and both back when undone', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const alert = await makeAlert(deal, priced('45.00', 'EUR'))
    const applied = await inTrx((trx) => applyPageOffer(trx, staff, alert))
    expect(await findDeal(deal)).toMatchObject({ deal_price: '45.00', currency: 'EUR', original_price: null })
    expect(await listChanges(deal)).toMatchObject([{ old_value: '$49.00', new_value: '€45.00' }])
    await inTrx((trx) => undoPageOffer(trx, staff, deal.id, applied))
    const { deal_price, currency, original_price } = deal
    expect(await findDeal(deal)).toMatchObject({ deal_price, currency, original_price })
    expect(await listPrices(deal)).toEqual(['49.00'])
  })

  test('sets a deal to Expired whose page says that it is not available, and back when undone', async () => {
    const [deal, staff] = [await makeWatchedDeal(), await makeProfile({ role: 'MANAGER' })]
    const soldOut = { price: '49.00', priceCurrency: 'USD', availability: 'https://schema.org/SoldOut' }
    const alert = await makeAlert(deal, pageWith(soldOut))
    const applied = await inTrx((trx) => applyPageOffer(trx, staff, alert))
    expect(await findDeal(deal)).toMatchObject({ status: 'EXPIRED', deal_price: '49.00' })
    await inTrx((trx) => undoPageOffer(trx, staff, deal.id, applied))
    expect(await findDeal(deal)).toMatchObject({ status: 'ACTIVE' })
  })
})
