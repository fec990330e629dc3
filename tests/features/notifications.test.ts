import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { describeNotification, type NotificationData } from '~/features/audience/notifications/notification'
import { notify } from '~/features/people/notifications/notify.server'
import { makeDeal, makeProfile } from '../factories'

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

test('a transaction that is rolled back notifies no one', async () => {
  const ada = await makeProfile()
  const failing = db.transaction().execute(async (trx) => {
    await notify(trx, { userId: ada.id, kind: 'contribution_decided', cause: 'decision:1', data: DECIDED })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
})

test('notifications about a deal are gone with it', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await notifyOf(ada.id, 'decision:1', deal.id)
  await db.deleteFrom('deals').where('id', '=', deal.id).execute()
  expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([])
})

test('an approved contribution leads to where it is published, unless its deal is a draft', () => {
  const describe = (data: Partial<typeof DECIDED>, published = true) =>
    describeNotification(
      { kind: 'contribution_decided', data: { ...DECIDED, ...data } },
      { slug: 'rankfield', published },
    )
  expect(describe({})).toMatchObject({
    title: 'Your review of Rankfield is published',
    path: '/deals/rankfield#record',
  })
  expect(describe({ contribution: 'review_edit' })).toMatchObject({
    title: 'Your edited review of Rankfield is published',
    path: '/deals/rankfield#record',
  })
  expect(describe({ contribution: 'review_edit', decision: 'REJECTED', reason: 'SPAM' }).text).toBe(
    'Spam. Readers see the earlier text.',
  )
  expect(describe({ contribution: 'comment' })).toMatchObject({ path: '/deals/rankfield/comments#record' })
  expect(describe({ contribution: 'change_log' })).toMatchObject({
    title: 'Your change report on Rankfield is published',
    path: '/deals/rankfield/changes#record',
  })
  expect(describe({}, false).path).toBe('/account/contributions')
  expect(describe({ decision: 'CHANGES_REQUESTED', note: 'Take out the number.' })).toMatchObject({
    title: 'Your review of Rankfield needs a change',
    text: '“Take out the number.”',
    path: '/account/contributions',
    action: 'Edit and resubmit',
  })
  expect(describe({ decision: 'REJECTED', reason: 'SPAM', note: 'It promotes a code.' })).toMatchObject({
    title: "Your review of Rankfield wasn't published",
    text: 'Spam. “It promotes a code.”',
    path: '/account/contributions',
  })
})
