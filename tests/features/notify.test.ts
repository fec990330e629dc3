import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import { writeDigest } from '~/features/audience/notifications/digest.server'
import { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import type { NotificationData, StoredNotification } from '~/features/audience/notifications/notice-data'
import { describeNotification } from '~/features/audience/notifications/notices'
import { describeRecipients } from '~/features/audience/notifications/recipient-counts'
import { tellFollowers } from '~/features/audience/notifications/tell-changes.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { noteDates, noteDeals, withdrawChange } from '~/features/catalog/record/changed-deals.server'
import { applyPageOffer, undoPageOffer } from '~/features/contributions/availability/page-offer-decisions.server'
import { remindOfRefunds } from '~/features/contributions/purchases/remind-refunds-task.server'
import { notify } from '~/features/people/notifications/notify.server'
import { saveDeal } from '~/features/staff/editing/save-deal.server'
import { undo } from '~/features/staff/queue/undo.server'
import { addDays, utcToday } from '~/http/utc-day'
import {
  changeDeal,
  makeBookmark,
  makeCategory,
  makeChangeLog,
  makeDeal,
  makeFollow,
  makeNewDeal,
  makePlatform,
  makeProfile,
  makePurchase,
  UNTICKED,
} from '../factories'
import { listJobs } from '../jobs'
import { tellNow } from '../told'
import { UNSTATED_TERMS } from '../unstated-terms'
import { decideOn, makeStaff, outcomeOf } from '../waiting-items'

const setChange = ({ id }: { id: string }, status: 'APPROVED' | 'PENDING') =>
  inTransaction(async (trx) => {
    if (status === 'PENDING') await withdrawChange(trx, id)
    const change = trx.updateTable('change_logs').set({ status }).where('id', '=', id).returning('deal_id')
    await noteDeals(trx, [(await change.executeTakeFirstOrThrow()).deal_id])
  })

async function letDayBegin() {
  await noteDates()
  return tellNow()
}

/** Changes a deal several times, and notifies its followers after each. */
async function changeAndNotify(deal: { id: string }, ...changes: Parameters<typeof changeDeal>[1][]) {
  for (const changed of changes) {
    await changeDeal(deal, changed)
    await tellNow()
  }
}

/** What a member reads, oldest first. */
async function readBy(user: { id: string }) {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('deals', 'deals.id', 'deal_id')
    .select(['kind', 'data', 'slug', 'published'])
    .where('user_id', '=', user.id)
    .orderBy('notifications.created_at')
    .orderBy('cause')
    .execute()
  return rows.map(({ kind, data, slug, published }) => {
    const { title, text, path } = describeNotification(
      { kind, data } as unknown as StoredNotification,
      slug === null ? null : { slug, published: published === true },
    )
    return { title, text, path }
  })
}
const titlesOf = async (user: { id: string }) => (await readBy(user)).map(({ title }) => title)

async function makeFollowedDeal(given: Parameters<typeof makeDeal>[0] = {}) {
  const deal = await makeDeal({ title: 'Rankfield', slug: 'rankfield', deal_price: '59.00', ...given })
  const follower = await makeProfile()
  return { deal, follower }
}

async function makeBookmarkedDeal(given: Parameters<typeof makeDeal>[0] = {}) {
  const made = await makeFollowedDeal(given)
  await makeBookmark({ deal_id: made.deal.id, user_id: made.follower.id })
  return made
}

describe('a saved deal', () => {
  test.each(['49.00', '69.00'])(
    'notifies of the price $%s after $59.00, unless the member switched that off',
    async (deal_price) => {
      const { deal, follower } = await makeFollowedDeal()
      const [other, uninterested] = [await makeProfile(), await makeProfile()]
      await makeBookmark({ deal_id: deal.id, user_id: follower.id })
      await makeBookmark({ deal_id: deal.id, user_id: uninterested.id, tells_price: false })
      await changeDeal(deal, { deal_price })
      expect(await tellNow()).toBe(1)
      expect(await readBy(follower)).toEqual([
        {
          title: `Rankfield costs $${deal_price} now, was $59.00`,
          text: 'You bookmarked it.',
          path: '/deals/rankfield',
        },
      ])
      expect(await readBy(other)).toEqual([])
      expect(await readBy(uninterested)).toEqual([])
    },
  )

  test.each([
    [
      false,
      '45.00',
      ['49.00', '45.00', '44.00', '59.00', '40.00'],
      ['$45.00 now, was $49.00', '$40.00 now, was $59.00'],
    ],
    [true, '30.00', ['35.00', '29.00', '25.00', '35.00'], ['$29.00 now, was $35.00', '$25.00 now, was $29.00']],
  ])(
    'with price changes ticked: %s, and an alert at $%s, notifies of prices at or below the alert alone',
    async (tells_price, target_price, prices, told) => {
      const { deal, follower } = await makeFollowedDeal()
      await makeBookmark({ deal_id: deal.id, user_id: follower.id, tells_price, target_price })
      await changeAndNotify(deal, ...prices.map((deal_price) => ({ deal_price })))
      const text = `At or below your price alert of $${target_price}.`
      expect(await readBy(follower)).toMatchObject(told.map((price) => ({ title: `Rankfield costs ${price}`, text })))
    },
  )

  test('does not notify of a price or an end that is undone at once, and of several prices only of the last', async () => {
    const { deal, follower } = await makeBookmarkedDeal()
    const atOnce = [
      { deal_price: '5.90' },
      { deal_price: '59.00' },
      { status: 'EXPIRED' },
      { status: 'ACTIVE' },
    ] as const
    for (const changed of atOnce) await changeDeal(deal, changed)
    expect(await tellNow()).toBe(0)
    for (const deal_price of ['5.90', '55.00']) await changeDeal(deal, { deal_price })
    await tellNow()
    expect(await titlesOf(follower)).toEqual(['Rankfield costs $55.00 now, was $59.00'])
  })

  test('notifies when it has ended and when it is open again, by staff or by its date', async () => {
    const today = utcToday()
    const { deal, follower } = await makeBookmarkedDeal({
      start_date: addDays(today, -30),
      end_date: addDays(today, 2),
    })
    await letDayBegin()
    await letDayBegin()
    await changeAndNotify(deal, { status: 'EXPIRED' }, { status: 'ACTIVE' })
    await db
      .updateTable('deals')
      .set({ end_date: addDays(today, -1) })
      .execute()
    await letDayBegin()
    await letDayBegin()
    expect(await titlesOf(follower)).toEqual([
      expect.stringMatching(/^Rankfield ends on /),
      'Rankfield has ended',
      'Rankfield is open again',
      'Rankfield has ended',
    ])
  })

  test.each([
    [3, 1],
    [4, 0],
  ])('that ends in %i days notifies %i follower of it', async (days, notified) => {
    await makeBookmarkedDeal({ end_date: addDays(utcToday(), days) })
    expect(await letDayBegin()).toBe(notified)
  })

  test('does not notify while it is a draft', async () => {
    const { deal } = await makeBookmarkedDeal()
    await changeDeal(deal, { deal_price: '49.00' })
    await changeDeal(deal, { published: false })
    expect(await tellNow()).toBe(0)
    await changeDeal(deal, { deal_price: '39.00' })
    expect(await tellNow()).toBe(0)
  })
})

describe('a bookmark follows the other offers of its product', () => {
  /** An offer that the follower bookmarked, and another one of the same product. */
  async function makeOffers(bookmark: Partial<Parameters<typeof makeBookmark>[0]> = {}, given = {}) {
    const { deal, follower } = await makeFollowedDeal()
    const other = await makeDeal({
      title: 'Rankfield 2',
      slug: 'rankfield-2',
      product_id: deal.product_id,
      deal_price: '79.00',
      ...given,
    })
    await makeBookmark({ deal_id: deal.id, user_id: follower.id, ...bookmark })
    return { deal, other, follower }
  }

  test('an end that is near, a lower price, an end, a reopening and a change of another offer, each with that reason', async () => {
    const today = utcToday()
    const { other, follower } = await makeOffers({}, { start_date: addDays(today, -30), end_date: addDays(today, 2) })
    await letDayBegin()
    await changeAndNotify(other, { deal_price: '49.00' }, { status: 'EXPIRED' }, { status: 'ACTIVE' })
    await makeChangeLog({ deal_id: other.id, title: 'The refund is shorter', status: 'APPROVED' })
    await tellNow()
    const text = expect.stringMatching(/You bookmarked another offer of it\.$/)
    expect(await readBy(follower)).toEqual([
      { title: expect.stringMatching(/^Rankfield 2 ends on /), text, path: '/deals/rankfield-2' },
      { title: 'Rankfield 2 costs $49.00 now, was $79.00', text, path: '/deals/rankfield-2' },
      { title: 'Rankfield 2 has ended', text, path: '/deals/rankfield-2' },
      { title: 'Rankfield 2 is open again', text, path: '/deals/rankfield-2' },
      {
        title: 'Rankfield 2: The refund is shorter',
        text,
        path: expect.stringContaining('/deals/rankfield-2/changes'),
      },
    ])
  })

  test('a higher price of another offer, and an offer that is published again, are no news', async () => {
    const { deal, other } = await makeOffers()
    await changeDeal(other, { deal_price: '99.00' })
    await changeDeal(deal, { published: false })
    await changeDeal(deal, { published: true })
    expect(await tellNow()).toBe(0)
  })

  test('two bookmarked offers notify once, if either asks for it', async () => {
    const { deal, other, follower } = await makeOffers({ ...UNTICKED, tells_price: true })
    await makeBookmark({ deal_id: other.id, user_id: follower.id, ...UNTICKED, tells_ended: true })
    await changeDeal(other, { deal_price: '49.00' })
    await changeDeal(deal, { status: 'EXPIRED' })
    expect(await tellNow()).toBe(2)
    expect((await titlesOf(follower)).sort()).toEqual([
      'Rankfield 2 costs $49.00 now, was $79.00',
      'Rankfield has ended',
    ])
    await changeDeal(other, { status: 'EXPIRED' })
    await changeDeal(deal, { deal_price: '39.00' })
    expect(await tellNow()).toBe(2)
  })

  test('another offer at or below the price alert, in the currency of the bookmarked one only', async () => {
    const alert = { ...UNTICKED, target_price: '49.00' }
    const { other, follower } = await makeOffers(alert)
    const euros = await makeDeal({ product_id: other.product_id, deal_price: '79.00', currency: 'EUR' })
    await changeDeal(euros, { deal_price: '45.00' })
    await changeDeal(other, { deal_price: '50.00' })
    expect(await tellNow()).toBe(0)
    await changeAndNotify(other, { deal_price: '49.00' })
    expect(await readBy(follower)).toMatchObject([{ text: 'At or below your price alert of $49.00.' }])
  })

  test('a new offer, and with only a price alert one at or below it', async () => {
    const [{ deal, follower }, alerted, stopped] = [await makeOffers(), await makeProfile(), await makeProfile()]
    await makeBookmark({ deal_id: deal.id, user_id: alerted.id, ...UNTICKED, target_price: '49.00' })
    await makeBookmark({ deal_id: deal.id, user_id: stopped.id, ...UNTICKED })
    const { product_id } = deal
    await makeNewDeal({ product_id, title: 'Rankfield 3', deal_price: '69.00' })
    await makeNewDeal({ product_id, title: 'Rankfield 4', deal_price: '39.00' })
    await tellNow()
    expect((await titlesOf(follower)).sort()).toEqual(['New offer: Rankfield 3', 'New offer: Rankfield 4'])
    expect(await readBy(alerted)).toMatchObject([
      { title: 'New offer: Rankfield 4', text: 'It costs $39.00. At or below your price alert of $49.00.' },
    ])
    expect(await readBy(stopped)).toEqual([])
  })

  test('a change of a vendor notifies of the bookmarked offer alone, because each offer has an entry for it', async () => {
    const { deal, other, follower } = await makeOffers()
    const change = { vendor_id: deal.vendor_id, title: 'Northpane was acquired', effective_on: '2026-05-04' }
    for (const deal_id of [deal.id, other.id]) {
      await makeChangeLog({ ...change, kind: 'ACQUIRED', status: 'APPROVED', deal_id })
    }
    await tellNow()
    expect(await titlesOf(follower)).toEqual(['Rankfield: Northpane was acquired'])
  })
})

describe('a verified change', () => {
  test('notifies owners that it affects them, and other followers with their reason', async () => {
    const { deal, follower } = await makeBookmarkedDeal({ vendor_name: 'Northpane' })
    const [owner, fan, refunded] = [await makeProfile(), await makeProfile(), await makeProfile()]
    const { vendor_id } = deal
    await makeBookmark({ deal_id: deal.id, user_id: owner.id })
    await makeFollow({ user_id: fan.id, vendor_id })
    await makePurchase({ deal_id: deal.id, user_id: owner.id, bought_on: '2026-02-04' })
    await makePurchase({ deal_id: deal.id, user_id: refunded.id, bought_on: '2026-02-04', refunded_on: '2026-02-09' })
    const change = await makeChangeLog({
      deal_id: deal.id,
      title: 'The portal leaves the plan',
      status: 'PENDING',
      affects_owners: 'YES',
    })
    expect(await tellNow()).toBe(0)
    await setChange(change, 'APPROVED')
    expect(await tellNow()).toBe(3)
    const title = 'Rankfield: The portal leaves the plan'
    const path = `/deals/rankfield/changes#change-${change.id}`
    expect(await readBy(owner)).toEqual([
      { title, text: expect.stringMatching(/^You bought it on 4 Feb 2026\. Verified on /), path },
    ])
    expect(await readBy(follower)).toEqual([{ title, text: expect.stringMatching(/ You bookmarked it\.$/), path }])
    expect(await readBy(fan)).toEqual([{ title, text: expect.stringMatching(/ You follow Northpane\.$/), path }])
    expect(await readBy(refunded)).toEqual([])
  })

  test('is withdrawn when its approval is undone, and notifies again after another approval', async () => {
    const { deal, follower } = await makeBookmarkedDeal()
    const change = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
    await tellNow()
    expect(await titlesOf(follower)).toHaveLength(1)
    await setChange(change, 'PENDING')
    await tellNow()
    expect(await titlesOf(follower)).toEqual([])
    await setChange(change, 'APPROVED')
    await tellNow()
    expect(await titlesOf(follower)).toHaveLength(1)
  })

  test('notifies owners, and no one twice, when it turns out later that it affects them', async () => {
    const { deal, follower } = await makeBookmarkedDeal()
    const owner = await makeProfile()
    await makePurchase({ deal_id: deal.id, user_id: owner.id })
    const change = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', affects_owners: 'UNKNOWN' })
    await tellNow()
    expect([await titlesOf(follower), await titlesOf(owner)]).toEqual([[expect.anything()], []])
    await inTransaction(async (trx) => {
      await trx
        .updateTable('change_logs')
        .set({ affects_owners: 'YES', told_at: null })
        .where('id', '=', change.id)
        .execute()
      await noteDeals(trx, [deal.id])
    })
    await tellNow()
    expect([await titlesOf(follower), await titlesOf(owner)]).toEqual([[expect.anything()], [expect.anything()]])
  })

  test('notifies no one when it corrects an old entry', async () => {
    const { deal, follower } = await makeBookmarkedDeal()
    await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', is_silent: true })
    expect(await tellNow()).toBe(0)
    // Decided after the approval.
    const { id } = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
    await db.updateTable('change_logs').set({ is_silent: true }).where('id', '=', id).execute()
    expect(await tellNow()).toBe(0)
    expect(await readBy(follower)).toEqual([])
  })
})

describe('recipients are counted before a decision', () => {
  test('owners and other followers of a deal, each once', async () => {
    const { deal, follower } = await makeFollowedDeal()
    // Of another vendor, so that a change of this one has no entry on it.
    const other = await makeDeal({ product_id: deal.product_id, vendor_name: 'Halden' })
    const [owner, refunded, fan] = [await makeProfile(), await makeProfile(), await makeProfile()]
    await makePurchase({ deal_id: deal.id, user_id: owner.id })
    await makePurchase({ deal_id: deal.id, user_id: refunded.id, bought_on: '2026-02-04', refunded_on: '2026-02-09' })
    for (const { id } of [owner, follower]) await makeBookmark({ deal_id: deal.id, user_id: id })
    await makeBookmark({ deal_id: deal.id, user_id: refunded.id, tells_changes: false })
    for (const { id } of [fan, follower]) await makeFollow({ user_id: id, vendor_id: deal.vendor_id })
    await makeBookmark({ deal_id: other.id, user_id: (await makeProfile()).id })
    expect(await countRecipients({ deal: deal.id })).toEqual({ owners: 1, followers: 3 })
    expect(await countRecipients({ vendor: deal.vendor_id })).toEqual({ owners: 1, followers: 2 })
    await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', affects_owners: 'YES' })
    expect(await tellNow()).toBe(4)
  })

  test('the sentence leaves out a group without members', () => {
    expect(describeRecipients({ owners: 212, followers: 340 })).toBe(
      'Notifies 212 owners within the hour if it affects them, and 340 followers in their next email.',
    )
    expect(describeRecipients({ owners: 0, followers: 1 })).toBe('Notifies 1 follower in their next email.')
    expect(describeRecipients({ owners: 0, followers: 0 })).toBe(
      'No one owns or follows it yet, so no one is notified.',
    )
  })
})

describe('a new offer', () => {
  test('notifies those who bookmarked its product or follow its vendor or category, each once and for the nearest reason', async () => {
    const parent = await makeCategory({ name: 'Writing' })
    const category = await makeCategory({ name: 'Editors', parent_id: parent.id })
    const first = await makeDeal({ vendor_name: 'Northpane', category_id: category.id })
    const [all, vendorOnly, parentOnly] = [await makeProfile(), await makeProfile(), await makeProfile()]
    await makeBookmark({ user_id: all.id, deal_id: first.id })
    await makeFollow({ user_id: all.id, vendor_id: first.vendor_id })
    await makeFollow({ user_id: all.id, category_id: category.id })
    await makeFollow({ user_id: vendorOnly.id, vendor_id: first.vendor_id })
    await makeFollow({ user_id: parentOnly.id, category_id: parent.id })
    const given = { product_id: first.product_id, vendor_id: first.vendor_id, vendor_name: 'Northpane' }
    const next = await makeDeal({ ...given, title: 'Quillstack', category_id: category.id, published: false })
    expect(await tellNow()).toBe(0)
    await changeDeal(next, { published: true })
    expect(await tellNow()).toBe(3)
    expect(await readBy(all)).toMatchObject([
      { title: 'New offer: Quillstack', text: 'You bookmarked another offer of it.' },
    ])
    expect((await readBy(vendorOnly))[0]!.text).toMatch(/You follow Northpane\.$/)
    expect((await readBy(parentOnly))[0]!.text).toMatch(/You follow Writing\.$/)
    await changeDeal(next, { published: false })
    await changeDeal(next, { published: true })
    expect(await tellNow()).toBe(0)
  })

  test('does not notify of an offer that is over, such as an old one that is imported', async () => {
    const category = await makeCategory()
    await makeFollow({ user_id: (await makeProfile()).id, category_id: category.id })
    await makeNewDeal({ category_id: category.id, status: 'EXPIRED' })
    expect(await tellNow()).toBe(0)
    await makeNewDeal({ category_id: category.id })
    expect(await tellNow()).toBe(1)
  })
})

describe('the job', () => {
  /** Members who bookmarked a deal whose price has changed. */
  async function makeBookmarkers(length: number) {
    const { deal } = await makeFollowedDeal()
    const people = await Promise.all(Array.from({ length }, () => makeProfile()))
    for (const { id } of people) await makeBookmark({ deal_id: deal.id, user_id: id })
    await changeDeal(deal, { deal_price: '49.00' })
    return people
  }

  test('notifies each member once, of some deals at a time and with bookmarks of several offers', async () => {
    const people = await makeBookmarkers(9)
    const { product_id } = await db.selectFrom('deals').select('product_id').executeTakeFirstOrThrow()
    const other = await makeDeal({ product_id })
    for (const { id } of people.slice(3)) await makeBookmark({ deal_id: other.id, user_id: id })
    const reporter = people[2]!
    await makeChangeLog({ deal_id: other.id, status: 'APPROVED', reported_by_user_id: reporter.id })
    await tellFollowers({ quietSeconds: -1, atATime: 1 })
    const notified = await db.selectFrom('notifications').select(['user_id', 'kind']).execute()
    const toldOf = (kind: string) => notified.filter((one) => one.kind === kind).map(({ user_id }) => user_id)
    const ids = people.map(({ id }) => id)
    expect(toldOf('price').sort()).toEqual(ids.toSorted())
    expect(toldOf('change').sort()).toEqual(ids.filter((id) => id !== reporter.id).sort())
  })

  test('concurrent jobs notify every follower once', async () => {
    await makeBookmarkers(20)
    const added = await Promise.all([1, 2, 3].map(tellNow))
    await tellNow()
    expect(added.reduce((sum, count) => sum + count)).toBe(20)
    expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(20)
  })

  test('is added in the transaction of the change, and waits until 20 seconds pass without another one', async () => {
    const { deal } = await makeBookmarkedDeal()
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await changeDeal(deal, { deal_price: '49.00' })
    expect(await listJobs('tell_changes')).toHaveLength(1)
    await letSecondsPass(15)
    expect(await tellFollowers()).toBe(0)
    await changeDeal(await makeDeal(), { deal_price: '9.00' })
    await letSecondsPass(15)
    expect(await tellFollowers()).toBe(0)
    await letSecondsPass(5)
    expect(await tellFollowers()).toBe(1)
  })

  test('waits for two minutes at most, and a deal that changes again waits on', async () => {
    const { deal } = await makeBookmarkedDeal()
    const busy = await makeBookmarkedDeal({ slug: 'busy' })
    await changeDeal(deal, { deal_price: '49.00' })
    await letSecondsPass(115)
    await changeDeal(busy.deal, { deal_price: '49.00' })
    await letSecondsPass(5)
    expect(await tellFollowers()).toBe(1)
    expect(await titlesOf(busy.follower)).toEqual([])
    await letSecondsPass(15)
    expect(await tellFollowers()).toBe(1)
  })

  test('leaves out a deal that is being saved or deleted', async () => {
    const { deal, follower } = await makeBookmarkedDeal()
    await changeDeal(deal, { deal_price: '49.00' })
    await inTransaction(async (trx) => {
      await trx.deleteFrom('deals').where('id', '=', deal.id).execute()
      expect(await tellNow()).toBe(0)
    })
    expect([await tellNow(), await titlesOf(follower)]).toEqual([0, []])
  })
})

const letSecondsPass = (seconds: number) =>
  db
    .updateTable('changed_deals')
    .set({ changed_at: sql`changed_at - ${seconds} * interval '1 second'` })
    .execute()

describe('one cause is one notification', () => {
  let staff: Awaited<ReturnType<typeof makeStaff>>
  let deal: Awaited<ReturnType<typeof makeDeal>>
  let follower: { id: string }
  let reporter: { id: string }
  beforeEach(async () => {
    staff = await makeStaff()
    ;({ deal, follower } = await makeBookmarkedDeal())
    reporter = await makeProfile()
    await makeBookmark({ deal_id: deal.id, user_id: reporter.id })
  })

  /** What a member reads, with its label, as the page of notifications lists it. */
  async function listFor(user: { id: string }) {
    const listed = await listNotifications(user.id, { isUnreadOnly: false, page: 1 })
    return listed.map(({ notification, deal }) => describeNotification(notification, deal))
  }

  const COSTS = 'Rankfield costs $49.00 now, was $59.00'

  /** A report of a lower price, approved with that price. */
  async function approveReport(given: Partial<Parameters<typeof makeChangeLog>[0]> = {}) {
    const report = { deal_id: deal.id, kind: 'PRICE', title: 'The price is lower', new_value: '$49' } as const
    const { id } = await makeChangeLog({ ...report, reported_by_user_id: reporter.id, ...given })
    const value = { field: 'deal_price', value: '49.00', currency: 'USD', dealVersion: deal.version } as const
    const done = await decideOn('change_log', staff, id, { to: 'APPROVED', value })
    if (done.is !== 'done') throw new Error(String(done.is))
    return { id, undo: () => outcomeOf(undo(staff, { decision: 'decision' in done ? done.decision! : '' })) }
  }

  test('an approved price report is one notification for a bookmarker and one for its reporter', async () => {
    const { id } = await approveReport()
    await Promise.all([tellNow(), tellNow()])
    expect(await listFor(follower)).toMatchObject([
      {
        label: 'Price',
        title: COSTS,
        text: expect.stringMatching(/^Verified on .*\. You bookmarked it\.$/),
        path: `/deals/rankfield/changes#change-${id}`,
      },
    ])
    expect(await readBy(reporter)).toMatchObject([
      {
        title: 'Your change report on Rankfield is published',
        text: 'The deal costs $49.00 now, was $59.00. The change is in its Change Log.',
      },
    ])
  })

  test('a save of the editor with an entry in the Change Log is one notification', async () => {
    const stored = (await findDealToEdit(deal.id))!
    const form = { ...stored, ...UNSTATED_TERMS, deal_price: '49.00' }
    await saveDeal(staff, deal.id, { form, version: stored.version, record: { title: null } })
    await tellNow()
    expect(await titlesOf(follower)).toEqual([COSTS])
  })

  test('admins who approve their own report read it as a follower, because no decision notifies them', async () => {
    staff = await makeStaff('ADMIN')
    await makeBookmark({ deal_id: deal.id, user_id: staff.id })
    await approveReport({ reported_by_user_id: staff.id })
    await tellNow()
    expect(await titlesOf(staff)).toEqual([COSTS])
  })

  test('members who ticked only prices, only changes, an alert or the vendor, and owners get one as well', async () => {
    const none = { tells_price: false, tells_changes: false, tells_ended: false }
    const make = async (bookmark: Partial<Parameters<typeof makeBookmark>[0]>) => {
      const { id } = await makeProfile()
      await makeBookmark({ deal_id: deal.id, user_id: id, ...none, ...bookmark })
      return { id }
    }
    const prices = await make({ tells_price: true })
    const changes = await make({ tells_changes: true })
    const alert = await make({ target_price: '50.00' })
    const lower = await make({ target_price: '45.00' })
    const fan = await makeProfile()
    await makeFollow({ user_id: fan.id, vendor_id: deal.vendor_id })
    const owner = await make({ tells_price: true, tells_changes: true })
    await makePurchase({ deal_id: deal.id, user_id: owner.id, bought_on: '2026-02-04' })
    await approveReport({ affects_owners: 'YES' })
    await tellNow()
    for (const one of [prices, changes, alert, fan]) expect(await titlesOf(one)).toEqual([COSTS])
    expect((await readBy(alert))[0]!.text).toMatch(/At or below your price alert of \$50\.00\.$/)
    expect(await listFor(owner)).toMatchObject([
      {
        label: 'Affects you',
        title: 'Rankfield: The price is lower',
        text: expect.stringMatching(
          /^You bought it on 4 Feb 2026\. It costs \$49\.00 now, was \$59\.00\. Verified on /,
        ),
      },
    ])
    expect(await titlesOf(lower)).toEqual([])
  })

  test('a digest has it once, under prices', async () => {
    await approveReport()
    await tellNow()
    const [entry] = await listNotifications(follower.id, { isUnreadOnly: false, page: 1 })
    const mail = writeDigest(
      {
        user_id: follower.id,
        kind: 'digest',
        created_at: new Date(),
        email: 'ada@example.com',
        mail_rhythm: 'WEEKLY',
      },
      [entry!],
    )
    expect(mail.text).toMatch(/PRICES\s+\d+ \w+ +Rankfield\s+\$49\.00, was \$59\.00\.\s+Verified/)
    expect(mail.text).not.toContain('VERIFIED CHANGES')
  })

  test.each([
    ['before the job notifies no one', false],
    ['later takes its notifications back, and the former price is no news', true],
  ])('an approval that is undone %s', async (_what, isNotified) => {
    const { undo } = await approveReport()
    if (isNotified) await tellNow()
    await undo()
    const added = await tellNow()
    if (!isNotified) expect(added).toBe(0)
    expect([await readBy(follower), await readBy(reporter)]).toEqual([[], []])
  })

  test('a price that staff changed again stays news when the approval is undone', async () => {
    const { undo } = await approveReport()
    await changeDeal(deal, { deal_price: '45.00' })
    await undo()
    await tellNow()
    expect(await titlesOf(follower)).toEqual(['Rankfield costs $45.00 now, was $59.00'])
  })

  test('a price that changes again before the job is told once, with the price that followers knew', async () => {
    await approveReport()
    await changeDeal(deal, { deal_price: '45.00' })
    await tellNow()
    expect(await titlesOf(follower)).toEqual(['Rankfield costs $45.00 now, was $59.00'])
  })

  test("a price from the vendor's page is one notification, which undoing takes back", async () => {
    const found = { price: '49.00', currency: 'USD', availability: null, source: 'JSON-LD' } as const
    const recorded = { price: '59.00', currency: 'USD' }
    const visits = { foundSince: '2026-11-20', foundAgain: '2026-11-21' }
    const details = { url: 'https://vendor.example/lifetime', found, recorded, ...visits }
    const applied = await inTransaction((trx) => applyPageOffer(trx, staff, { dealId: deal.id, details }))
    await tellNow()
    expect(await titlesOf(follower)).toEqual([COSTS])
    await inTransaction((trx) => undoPageOffer(trx, staff, deal.id, applied))
    await tellNow()
    expect(await titlesOf(follower)).toEqual([])
  })
})

const DECIDED: NotificationData['contribution_decided'] = {
  contribution: 'review',
  decision: 'APPROVED',
  reason: null,
  note: null,
  deal: 'Rankfield',
  title: 'Refund took three weeks',
}

const notifyOf = (userId: string, cause: string, dealId?: string) =>
  db.transaction().execute((trx) => notify(trx, { userId, kind: 'contribution_decided', cause, dealId, data: DECIDED }))

test('a member is notified once of each cause', async () => {
  const [ada, ben] = [await makeProfile(), await makeProfile()]
  expect(await notifyOf(ada.id, 'decision:1')).toBeDefined()
  expect(await notifyOf(ada.id, 'decision:1')).toBeUndefined()
  expect(await notifyOf(ada.id, 'decision:2')).toBeDefined()
  expect(await notifyOf(ben.id, 'decision:1')).toBeDefined()
})

test('a transaction that is rolled back notifies no one, and notifications about a deal are gone with it', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const listAll = () => db.selectFrom('notifications').select('cause').execute()
  const failing = db.transaction().execute(async (trx) => {
    await notify(trx, { userId: ada.id, kind: 'contribution_decided', cause: 'decision:1', data: DECIDED })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await listAll()).toEqual([])
  await notifyOf(ada.id, 'decision:1', deal.id)
  expect(await listAll()).toHaveLength(1)
  await db.deleteFrom('deals').where('id', '=', deal.id).execute()
  expect(await listAll()).toEqual([])
})

const RECORD = '/deals/rankfield#record'
const AT_ACCOUNT = { path: '/account/contributions' }
const AT_FORM = { path: '/deals/rankfield#review-form', action: 'Edit and resubmit' }
const ASKED = { title: 'Your review of Rankfield needs a change', text: '“Take out the number.”', ...AT_FORM }
const REFUSED = {
  title: "Your review of Rankfield wasn't published",
  text: 'Spam. “It promotes a code.”',
  ...AT_FORM,
}

test.each<[Partial<typeof DECIDED> & { published?: boolean }, object]>([
  [{}, { title: 'Your review of Rankfield is published', path: RECORD }],
  [{ isEdit: true }, { title: 'Your edited review of Rankfield is published', path: RECORD }],
  [{ contribution: 'comment' }, { path: '/deals/rankfield/comments#record' }],
  [
    { contribution: 'change_log' },
    { title: 'Your change report on Rankfield is published', path: '/deals/rankfield/changes#record' },
  ],
  [{ shown: 'r1' }, { path: '/deals/rankfield#review-r1' }],
  [{ contribution: 'comment', shown: 'c1' }, { path: '/deals/rankfield/comments#comment-c1' }],
  [{ contribution: 'change_log', shown: 'l1' }, { path: '/deals/rankfield/changes#change-l1' }],
  [{ published: false }, AT_ACCOUNT],
  [{ decision: 'CHANGES_REQUESTED', note: 'Take out the number.' }, ASKED],
  [{ decision: 'REJECTED', published: false }, AT_ACCOUNT],
  [
    { contribution: 'comment', decision: 'REJECTED', item: 'c1' },
    { path: '/deals/rankfield/comments?edit=c1#comment' },
  ],
  [{ contribution: 'suggestion', decision: 'REJECTED' }, AT_ACCOUNT],
  [{ decision: 'REJECTED', reason: 'SPAM', note: 'It promotes a code.' }, REFUSED],
  [{ isEdit: true, decision: 'REJECTED', reason: 'SPAM' }, { text: 'Spam. Readers see the earlier text.' }],
])('the notification of an approved review, but with %j, says what follows and where to go', (given, told) => {
  const { published = true, ...data } = given
  const notification = { kind: 'contribution_decided', data: { ...DECIDED, ...data } } as const
  expect(describeNotification(notification, { slug: 'rankfield', published })).toMatchObject(told)
})

/** A purchase whose money comes back for `left` more days, by the rule of the deal. */
async function bought(
  left: number,
  { deal = {}, ...given }: Partial<Parameters<typeof makePurchase>[0]> & { deal?: object } = {},
) {
  const { id } = await makeDeal({ title: 'Watchpost', refund_days: 60, refund_from: 'PURCHASE', ...deal })
  return makePurchase({ deal_id: id, bought_on: addDays(utcToday(), left - 60), ...given })
}

const listReminders = () =>
  db.selectFrom('notifications').select(['user_id', 'kind', 'cause', 'data']).orderBy('cause').execute()

test('buyers are reminded 14 and 3 days before their money-back period ends, once each', async () => {
  const ada = await makeProfile()
  const purchase = await bought(14, { user_id: ada.id })
  await bought(15)
  const until = addDays(utcToday(), 14)
  await Promise.all([remindOfRefunds(), remindOfRefunds()])
  await remindOfRefunds()
  expect(await listReminders()).toEqual([
    {
      user_id: ada.id,
      kind: 'refund_deadline',
      cause: `refund:${purchase.id}:${until}:14`,
      data: { deal: 'Watchpost', purchase: purchase.id, until, days: 14, rule: 'deal', period: 60, from: 'PURCHASE' },
    },
  ])

  // Eleven days later.
  const later = addDays(utcToday(), 3 - 60)
  await db.updateTable('purchases').set({ bought_on: later }).where('id', '=', purchase.id).execute()
  await remindOfRefunds()
  await remindOfRefunds()
  expect((await listReminders()).map(({ cause }) => cause)).toEqual([
    `refund:${purchase.id}:${addDays(utcToday(), 3)}:3`,
    `refund:${purchase.id}:${until}:14`,
  ])
})

test('after a pause the next run still reminds of a deadline that has not passed', async () => {
  for (const left of [13, 4, 2, 0, -1]) await bought(left)
  await remindOfRefunds()
  const reminders = (await listReminders()).map(
    ({ cause, data }) => `${cause.split(':').at(-1)}: ${(data as { days: number }).days}`,
  )
  expect(reminders.sort()).toEqual(['14: 13', '14: 4', '3: 0', '3: 2'])
})

test('no reminder is sent for refunded purchases, without a rule or a refund, or to suspended members', async () => {
  await bought(10, { refunded_on: utcToday() })
  await bought(10, { deal: { refund_days: null } })
  await bought(10, { deal: { refund_days: 0 } })
  await bought(10, { bought_on: null })
  await bought(10, { user_id: (await makeProfile({ status: 'SUSPENDED' })).id })
  await remindOfRefunds()
  expect(await listReminders()).toEqual([])
})

test("the notification names the day, the days left and the platform's rule", async () => {
  const platform_id = (await makePlatform({ refund_days: 60, refund_from: 'PURCHASE' })).id
  const ada = await makeProfile()
  const { id } = await bought(1, { user_id: ada.id, deal: { platform_id, refund_days: null, refund_from: null } })
  await remindOfRefunds()
  const [reminder] = await listNotifications(ada.id, { isUnreadOnly: false, page: 1 })
  const { title, text, path } = describeNotification(reminder!.notification, reminder!.deal)
  expect(title).toMatch(/^Watchpost: refund deadline \d{1,2} [A-Z][a-z]+ \d{4}$/)
  expect(text).toBe("1 day left. The platform's rule: 60 days from your purchase.")
  expect(path).toBe(`/account/purchases/${id}`)
})

test('a deadline counted from redeeming is announced as the earliest day', async () => {
  const data = { deal: 'Watchpost', days: 14, rule: 'deal', period: 60 } as const
  const text = (left: number, from: 'PURCHASE' | 'REDEMPTION') => {
    const until = addDays(utcToday(), left)
    return describeNotification({ kind: 'refund_deadline', data: { ...data, until, from } }, null).text
  }
  expect(text(14, 'REDEMPTION')).toBe(
    "14 days left. The deal's rule: 60 days from redeeming it, which is later if you did not redeem it right away.",
  )
  expect(text(0, 'PURCHASE')).toMatch(/^Today is the last day\. /)
  expect(text(-1, 'PURCHASE')).toMatch(/^It has passed\. /)
})
