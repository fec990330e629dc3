import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { cleanUp } from '~/features/site/operations/clean-up-task.server'
import { loader as rootLoader } from '~/root'
import { action, loader } from '~/routes/account_.notifications/route'
import { loader as openLoader } from '~/routes/account_.notifications_.$id'
import { makeDeal, makeNotification, makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

const context = { params: {}, context: {} }
let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  ada = await makeProfile()
})

type Person = { id: string } | null
const list = async (as: Person, query = '') =>
  answer(loader({ request: await requestAs(as, `/account/notifications${query}`), ...context }))
const send = async (as: Person, form: Record<string, string>) =>
  answer(action({ request: await requestAs(as, '/account/notifications', form), ...context }))
const open = async (as: Person, id: string) =>
  (await answer(
    openLoader({ request: await requestAs(as, `/account/notifications/${id}`), params: { id }, context: {} }),
  )) as Response
const readTimes = async () => {
  const rows = await db.selectFrom('notifications').select(['id', 'read_at']).execute()
  return new Map(rows.map(({ id, read_at }) => [id, read_at]))
}

test("members see their own notifications, the newest first, and none of anybody else's", async () => {
  const older = await makeNotification({ user_id: ada.id, created_at: new Date('2026-11-01'), read_at: new Date() })
  const newer = await makeNotification({ user_id: ada.id, created_at: new Date('2026-11-02') })
  await makeNotification()
  expect(await list(ada)).toMatchObject({
    counts: { all: 2, unread: 1 },
    notifications: [{ id: newer.id, read_at: null }, { id: older.id }],
  })
  expect(await list(ada, '?view=unread')).toMatchObject({ notifications: [{ id: newer.id }] })
  expect((await readTimes()).get(newer.id), 'reading the list marks nothing').toBeNull()
})

test('long lists have pages, and a page beyond the last redirects to the last one', async () => {
  for (let day = 1; day <= 26; day++) await makeNotification({ user_id: ada.id, created_at: new Date(2026, 9, day) })
  expect(await list(ada)).toMatchObject({ pages: 2, notifications: { length: 25 } })
  expect(await list(ada, '?page=2')).toMatchObject({ notifications: { length: 1 } })
  const beyond = (await list(ada, '?view=unread&page=9')) as Response
  expect(beyond.headers.get('Location')).toBe('/account/notifications?view=unread&page=2')
})

test('opening a notification marks it as read and redirects to its subject', async () => {
  const deal = await makeDeal({ slug: 'quillstack' })
  const { id } = await makeNotification({ user_id: ada.id, deal_id: deal.id })
  const other = await makeNotification({ user_id: ada.id })
  const response = await open(ada, id)
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/deals/quillstack#record'])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const first = await readTimes()
  expect(first.get(id)).toBeInstanceOf(Date)
  expect(first.get(other.id)).toBeNull()

  await open(ada, id)
  expect((await readTimes()).get(id), 'the time of the first reading stays').toEqual(first.get(id))
})

test("another person's notification answers 404 and stays unread", async () => {
  const theirs = await makeNotification()
  for (const id of [theirs.id, crypto.randomUUID(), 'nonsense']) {
    expect((await open(ada, id)).status).toBe(404)
    expect(((await send(ada, { intent: 'read', id })) as Response).status).toBe(404)
  }
  await send(ada, { intent: 'read-all' })
  expect((await readTimes()).get(theirs.id)).toBeNull()
})

test('members mark one or all notifications as read', async () => {
  const [one, two, three] = [1, 2, 3].map(() => makeNotification({ user_id: ada.id }))
  const ids = (await Promise.all([one, two, three])).map((row) => row!.id)
  await send(ada, { intent: 'read', id: ids[0]! })
  expect(await list(ada)).toMatchObject({ counts: { unread: 2 } })
  await send(ada, { intent: 'read-all' })
  expect(await list(ada)).toMatchObject({ counts: { all: 3, unread: 0 } })
})

test('suspended members read their notifications and mark nothing', async () => {
  const eve = await makeProfile({ status: 'SUSPENDED' })
  const { id } = await makeNotification({ user_id: eve.id })
  expect(await list(eve)).toMatchObject({ canMark: false, counts: { unread: 1 } })
  expect((await open(eve, id)).status).toBe(303)
  expect(((await send(eve, { intent: 'read-all' })) as Response).status).toBe(403)
  expect((await readTimes()).get(id)).toBeNull()
})

test('visitors sign in first and return', async () => {
  for (const response of [await list(null), await send(null, { intent: 'read-all' })]) {
    expect((response as Response).headers.get('Location')).toBe('/auth?redirectTo=%2Faccount%2Fnotifications')
  }
})

test('every page of a member knows the unread count, up to a hundred', async () => {
  const unread = async (as: Person) =>
    (await rootLoader({ request: await requestAs(as, '/'), ...context })).data.user?.unread
  expect(await unread(ada)).toBe(0)
  await makeNotification({ user_id: ada.id, read_at: new Date() })
  await makeNotification()
  for (let made = 0; made < 101; made++) await makeNotification({ user_id: ada.id })
  expect(await unread(ada)).toBe(100)
  expect(await unread(null)).toBeUndefined()
})

test('the daily clean-up deletes notifications that are older than 90 days', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await makeNotification({ user_id: ada.id, created_at: daysAgo(91) })
  const kept = await makeNotification({ user_id: ada.id, created_at: daysAgo(89) })
  await cleanUp()
  expect([...(await readTimes()).keys()]).toEqual([kept.id])
})
