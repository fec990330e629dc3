import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listNotifications } from '~/features/audience/notifications/list-notifications.server'
import { describeNotification } from '~/features/audience/notifications/notification'
import { remindOfRefunds } from '~/features/contributions/purchases/remind-refunds-task.server'
import { addDays, utcToday } from '~/http/utc-day'
import { makeDeal, makePlatform, makeProfile, makePurchase } from '../factories'

/** A purchase whose money comes back for `left` more days, by the rule of the deal. */
async function bought(
  left: number,
  { deal = {}, ...given }: Partial<Parameters<typeof makePurchase>[0]> & { deal?: object } = {},
) {
  const { id } = await makeDeal({ title: 'Watchpost', refund_days: 60, refund_from: 'PURCHASE', ...deal })
  return makePurchase({ deal_id: id, bought_on: addDays(utcToday(), left - 60), ...given })
}

async function listReminders() {
  const rows = await db
    .selectFrom('notifications')
    .select(['user_id', 'kind', 'cause', 'data'])
    .orderBy('cause')
    .execute()
  return rows
}

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
      data: { deal: 'Watchpost', until, days: 14, rule: 'deal', period: 60, from: 'PURCHASE' },
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
  const reminders = (await listReminders()).map(({ cause, data }) => [
    cause.split(':').at(-1),
    (data as { days: number }).days,
  ])
  expect(reminders.sort((a, b) => Number(b[1]) - Number(a[1]))).toEqual([
    ['14', 13],
    ['14', 4],
    ['3', 2],
    ['3', 0],
  ])
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
  await bought(1, { user_id: ada.id, deal: { platform_id, refund_days: null, refund_from: null } })
  await remindOfRefunds()
  const [reminder] = await listNotifications(ada.id, { isUnreadOnly: false, page: 1 })
  const { title, text, path } = describeNotification(reminder!.notification, reminder!.deal)
  expect(title).toMatch(/^Watchpost: refund deadline \d{1,2} [A-Z][a-z]+ \d{4}$/)
  expect(text).toBe("1 day left. The platform's rule: 60 days from your purchase.")
  expect(path).toBe('/account/purchases')
})

test('a deadline counted from redeeming is announced as the earliest day', async () => {
  const data = { deal: 'Watchpost', until: '2026-12-05', rule: 'deal', period: 60 } as const
  const text = (days: number, from: 'PURCHASE' | 'REDEMPTION') =>
    describeNotification({ kind: 'refund_deadline', data: { ...data, days, from } }, null).text
  expect(text(14, 'REDEMPTION')).toBe(
    "14 days left. The deal's rule: 60 days from redeeming it, which is later if you did not redeem it right away.",
  )
  expect(text(0, 'PURCHASE')).toMatch(/^Today is the last day\. /)
})
