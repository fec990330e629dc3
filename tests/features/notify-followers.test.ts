import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import { noteDates } from '~/features/audience/notifications/deal-events.server'
import { describeNotification, type StoredNotification } from '~/features/audience/notifications/notification'
import { notifyFollowers } from '~/features/audience/notifications/notify-followers.server'
import { describeRecipients } from '~/features/audience/notifications/recipient-counts'
import { noteVerifiedChanges, withdrawChange } from '~/features/catalog/record/change-events.server'
import { addDays, utcToday } from '~/http/utc-day'
import {
  changeDeal,
  makeBookmark,
  makeCategory,
  makeChangeLog,
  makeDeal,
  makeFollow,
  makeProfile,
  makePurchase,
} from '../factories'
import { listJobs } from '../jobs'

const setChange = ({ id }: { id: string }, status: 'APPROVED' | 'PENDING') =>
  inTransaction(async (trx) => {
    await trx.updateTable('change_logs').set({ status }).where('id', '=', id).execute()
    await (status === 'APPROVED' ? noteVerifiedChanges(trx, [id]) : withdrawChange(trx, id))
  })
const notifyNow = () => notifyFollowers({ settledSeconds: -1 })

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

describe('a saved deal', () => {
  test.each(['49.00', '69.00'])(
    'notifies of the price $%s after $59.00, unless the member switched that off',
    async (deal_price) => {
      const { deal, follower } = await makeFollowedDeal()
      const [other, uninterested] = [await makeProfile(), await makeProfile()]
      await makeBookmark({ deal_id: deal.id, user_id: follower.id })
      await makeBookmark({ deal_id: deal.id, user_id: uninterested.id, tells_price: false })
      await changeDeal(deal, { deal_price })
      expect(await notifyNow()).toBe(1)
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

  test('notifies once when the price reaches the alert, and not above it', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id, tells_price: false, target_price: '45.00' })
    for (const deal_price of ['49.00', '45.00', '44.00', '59.00', '40.00']) {
      await changeDeal(deal, { deal_price })
      await notifyNow()
    }
    expect(await readBy(follower)).toMatchObject([
      { title: 'Rankfield costs $45.00 now, was $49.00', text: 'At or below your price alert of $45.00.' },
      { title: 'Rankfield costs $40.00 now, was $59.00', text: 'At or below your price alert of $45.00.' },
    ])
  })

  test('does not notify of a price above the alert, even with price changes ticked', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id, tells_price: true, target_price: '30.00' })
    for (const deal_price of ['35.00', '29.00', '25.00', '35.00']) {
      await changeDeal(deal, { deal_price })
      await notifyNow()
    }
    expect(await readBy(follower)).toMatchObject([
      { title: 'Rankfield costs $29.00 now, was $35.00', text: 'At or below your price alert of $30.00.' },
      { title: 'Rankfield costs $25.00 now, was $29.00', text: 'At or below your price alert of $30.00.' },
    ])
  })

  test('does not notify of a price that is undone at once, and of several changes only of the last', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await changeDeal(deal, { deal_price: '5.90' })
    await changeDeal(deal, { deal_price: '59.00' })
    expect(await db.selectFrom('deal_events').selectAll().execute()).toEqual([])
    await changeDeal(deal, { deal_price: '5.90' })
    await changeDeal(deal, { deal_price: '55.00' })
    await notifyNow()
    expect(await titlesOf(follower)).toEqual(['Rankfield costs $55.00 now, was $59.00'])
  })

  test('notifies when it has ended and when it is open again, by staff or by its date', async () => {
    const today = utcToday()
    const { deal, follower } = await makeFollowedDeal({ start_date: addDays(today, -30), end_date: addDays(today, 2) })
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await noteDates(today)
    await noteDates(today)
    await notifyNow()
    await changeDeal(deal, { status: 'EXPIRED' })
    await notifyNow()
    await changeDeal(deal, { status: 'ACTIVE' })
    await notifyNow()
    await noteDates(addDays(today, 4))
    await notifyNow()
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
    const today = utcToday()
    const { deal, follower } = await makeFollowedDeal({ end_date: addDays(today, days) })
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await noteDates(today)
    expect(await notifyNow()).toBe(notified)
  })

  test('does not notify of an end that staff correct at once', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await changeDeal(deal, { status: 'EXPIRED' })
    await changeDeal(deal, { status: 'ACTIVE' })
    expect(await notifyNow()).toBe(0)
  })

  test('does not notify while it is a draft', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await changeDeal(deal, { deal_price: '49.00' })
    await changeDeal(deal, { published: false })
    expect(await notifyNow()).toBe(0)
    await changeDeal(deal, { deal_price: '39.00' })
    expect(await notifyNow()).toBe(0)
  })
})

describe('a bookmark follows the other offers of its product', () => {
  const NONE = {
    tells_price: false,
    tells_changes: false,
    tells_ending: false,
    tells_ended: false,
    tells_reopened: false,
  }

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

  test('a lower price, a change, an end and a reopening of another offer, each with that reason', async () => {
    const { other, follower } = await makeOffers()
    for (const changed of [{ deal_price: '49.00' }, { status: 'EXPIRED' }, { status: 'ACTIVE' }] as const) {
      await changeDeal(other, changed)
      await notifyNow()
    }
    await makeChangeLog({ deal_id: other.id, title: 'The refund is shorter', status: 'APPROVED' })
    await notifyNow()
    const text = expect.stringMatching(/You bookmarked another offer of it\.$/)
    expect(await readBy(follower)).toEqual([
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

  test('its end in three days, by its date', async () => {
    const today = utcToday()
    const { follower } = await makeOffers({}, { start_date: addDays(today, -30), end_date: addDays(today, 2) })
    await noteDates(today)
    await notifyNow()
    expect(await titlesOf(follower)).toEqual([expect.stringMatching(/^Rankfield 2 ends on /)])
  })

  test('a higher price of another offer is no news', async () => {
    const { other } = await makeOffers()
    await changeDeal(other, { deal_price: '99.00' })
    expect(await notifyNow()).toBe(0)
  })

  test('two bookmarked offers notify once, if either asks for it', async () => {
    const { deal, other, follower } = await makeOffers({ ...NONE, tells_price: true })
    await makeBookmark({ deal_id: other.id, user_id: follower.id, ...NONE, tells_ended: true })
    await changeDeal(other, { deal_price: '49.00' })
    await changeDeal(deal, { status: 'EXPIRED' })
    expect(await notifyNow()).toBe(2)
    expect(await titlesOf(follower)).toEqual(['Rankfield 2 costs $49.00 now, was $79.00', 'Rankfield has ended'])
    await changeDeal(other, { status: 'EXPIRED' })
    await changeDeal(deal, { deal_price: '39.00' })
    expect(await notifyNow()).toBe(2)
  })

  test('another offer at or below the price alert, in the currency of the bookmarked one only', async () => {
    const alert = { ...NONE, target_price: '49.00' }
    const { other, follower } = await makeOffers(alert)
    const euros = await makeDeal({ product_id: other.product_id, deal_price: '79.00', currency: 'EUR' })
    await changeDeal(euros, { deal_price: '45.00' })
    await changeDeal(other, { deal_price: '50.00' })
    expect(await notifyNow()).toBe(0)
    await changeDeal(other, { deal_price: '49.00' })
    await notifyNow()
    expect(await readBy(follower)).toMatchObject([{ text: 'At or below your price alert of $49.00.' }])
  })

  test('a new offer, and with only a price alert one at or below it', async () => {
    const [{ deal, follower }, alerted, stopped] = [await makeOffers(), await makeProfile(), await makeProfile()]
    await makeBookmark({ deal_id: deal.id, user_id: alerted.id, ...NONE, target_price: '49.00' })
    await makeBookmark({ deal_id: deal.id, user_id: stopped.id, ...NONE })
    const { product_id } = deal
    await makeDeal({ product_id, title: 'Rankfield 3', deal_price: '69.00' })
    await makeDeal({ product_id, title: 'Rankfield 4', deal_price: '39.00' })
    await notifyNow()
    expect(await titlesOf(follower)).toEqual(['New offer: Rankfield 3', 'New offer: Rankfield 4'])
    expect(await readBy(alerted)).toMatchObject([
      { title: 'New offer: Rankfield 4', text: 'It costs $39.00. At or below your price alert of $49.00.' },
    ])
    expect(await readBy(stopped)).toEqual([])
  })

  test('an offer that is published again is not new to those who bookmarked it', async () => {
    const { deal } = await makeOffers()
    await changeDeal(deal, { published: false })
    await changeDeal(deal, { published: true })
    expect(await notifyNow()).toBe(0)
  })

  test('a change of a vendor notifies of the bookmarked offer alone, because each offer has an entry for it', async () => {
    const { deal, other, follower } = await makeOffers()
    const change = { vendor_id: deal.vendor_id, title: 'Northpane was acquired', effective_on: '2026-05-04' }
    for (const deal_id of [deal.id, other.id]) {
      await makeChangeLog({ ...change, kind: 'ACQUIRED', status: 'APPROVED', deal_id })
    }
    await notifyNow()
    expect(await titlesOf(follower)).toEqual(['Rankfield: Northpane was acquired'])
  })
})

describe('a verified change', () => {
  test('notifies owners that it affects them, and other followers with their reason', async () => {
    const { deal, follower } = await makeFollowedDeal({ vendor_name: 'Northpane' })
    const [owner, fan, refunded] = [await makeProfile(), await makeProfile(), await makeProfile()]
    const { vendor_id } = deal
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
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
    expect(await notifyNow()).toBe(0)
    await setChange(change, 'APPROVED')
    expect(await notifyNow()).toBe(3)
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
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    const change = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
    await notifyNow()
    expect(await titlesOf(follower)).toHaveLength(1)
    await setChange(change, 'PENDING')
    await notifyNow()
    expect(await titlesOf(follower)).toEqual([])
    await setChange(change, 'APPROVED')
    await notifyNow()
    expect(await titlesOf(follower)).toHaveLength(1)
  })

  test('notifies owners, and no one twice, when it turns out later that it affects them', async () => {
    const { deal, follower } = await makeFollowedDeal()
    const owner = await makeProfile()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await makePurchase({ deal_id: deal.id, user_id: owner.id })
    const change = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', affects_owners: 'UNKNOWN' })
    await notifyNow()
    expect([await titlesOf(follower), await titlesOf(owner)]).toEqual([[expect.anything()], []])
    await inTransaction(async (trx) => {
      await trx.updateTable('change_logs').set({ affects_owners: 'YES' }).where('id', '=', change.id).execute()
      await noteVerifiedChanges(trx, [change.id])
    })
    await notifyNow()
    expect([await titlesOf(follower), await titlesOf(owner)]).toEqual([[expect.anything()], [expect.anything()]])
  })

  test('notifies no one when it corrects an old entry', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', is_silent: true })
    expect(await notifyNow()).toBe(0)
    // Decided after the approval.
    const { id } = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
    await db.updateTable('change_logs').set({ is_silent: true }).where('id', '=', id).execute()
    expect(await notifyNow()).toBe(0)
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
    expect(await notifyNow()).toBe(4)
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
    expect(await notifyNow()).toBe(0)
    await changeDeal(next, { published: true })
    expect(await notifyNow()).toBe(3)
    expect(await readBy(all)).toMatchObject([
      { title: 'New offer: Quillstack', text: 'You bookmarked another offer of it.' },
    ])
    expect((await readBy(vendorOnly))[0]!.text).toMatch(/You follow Northpane\.$/)
    expect((await readBy(parentOnly))[0]!.text).toMatch(/You follow Writing\.$/)
    await changeDeal(next, { published: false })
    await changeDeal(next, { published: true })
    expect(await notifyNow()).toBe(0)
  })

  test('does not notify of an offer that is over, such as an old one that is imported', async () => {
    const category = await makeCategory()
    await makeFollow({ user_id: (await makeProfile()).id, category_id: category.id })
    await makeDeal({ category_id: category.id, status: 'EXPIRED' })
    expect(await notifyNow()).toBe(0)
    await makeDeal({ category_id: category.id })
    expect(await notifyNow()).toBe(1)
  })
})

describe('the job', () => {
  test('continues after a crash and notifies every follower exactly once', async () => {
    const { deal } = await makeFollowedDeal()
    const people = await Promise.all(Array.from({ length: 23 }, () => makeProfile()))
    for (const { id } of people) await makeBookmark({ deal_id: deal.id, user_id: id })
    await changeDeal(deal, { deal_price: '49.00' })
    const stop = new AbortController()
    const stopping = notifyFollowers({ settledSeconds: -1, batch: 5, signal: stop.signal })
    stop.abort()
    await stopping
    await notifyFollowers({ settledSeconds: -1, batch: 5 })
    await notifyFollowers({ settledSeconds: -1, batch: 5 })
    const notified = await db.selectFrom('notifications').select('user_id').execute()
    expect(notified.map(({ user_id }) => user_id).sort()).toEqual(people.map(({ id }) => id).sort())
  })

  test('notifies each member once in batches, with bookmarks of several offers', async () => {
    const { deal } = await makeFollowedDeal()
    const other = await makeDeal({ product_id: deal.product_id })
    const people = await Promise.all(Array.from({ length: 17 }, () => makeProfile()))
    for (const [index, { id }] of people.entries()) {
      if (index % 3 !== 0) await makeBookmark({ deal_id: deal.id, user_id: id })
      if (index % 3 !== 1) await makeBookmark({ deal_id: other.id, user_id: id })
    }
    // Left out of a batch, which is therefore no smaller.
    const reported_by_user_id = people.toSorted((a, b) => a.id.localeCompare(b.id))[2]!.id
    await makeChangeLog({ deal_id: deal.id, status: 'APPROVED', reported_by_user_id })
    await notifyFollowers({ settledSeconds: -1, batch: 4 })
    const notified = await db.selectFrom('notifications').select('user_id').orderBy('user_id').execute()
    const expected = people.map(({ id }) => id).filter((id) => id !== reported_by_user_id)
    expect(notified.map(({ user_id }) => user_id)).toEqual(expected.sort())
  })

  test('concurrent jobs notify every follower once', async () => {
    const { deal } = await makeFollowedDeal()
    const people = await Promise.all(Array.from({ length: 20 }, () => makeProfile()))
    for (const { id } of people) await makeBookmark({ deal_id: deal.id, user_id: id })
    await changeDeal(deal, { deal_price: '49.00' })
    const added = await Promise.all([1, 2, 3].map(() => notifyFollowers({ settledSeconds: -1, batch: 3 })))
    await notifyNow()
    expect(added.reduce((sum, count) => sum + count)).toBe(20)
    expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(20)
  })

  test('is added in the transaction of the change, to run a moment later', async () => {
    const { deal, follower } = await makeFollowedDeal()
    await makeBookmark({ deal_id: deal.id, user_id: follower.id })
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await changeDeal(deal, { deal_price: '49.00' })
    expect(await listJobs('notify_followers')).toHaveLength(1)
    expect(await notifyFollowers()).toBe(0)
    await changeDeal(deal, { summary: 'Another sentence.' })
    expect(await listJobs('notify_followers')).toHaveLength(1)
  })
})
