import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { countFreshness, findCheckedShare, listSection } from '~/features/staff/freshness/freshness-list.server'
import type { Toast } from '~/http/toast.server'
import { addDays, utcToday } from '~/http/utc-day'
import { action, loader } from '~/routes/admin.queue_.freshness/route'
import { action as undo } from '~/routes/admin.undo'
import { makeAvailabilityReport, makeDeal, makeProfile } from '../factories'
import { answer, requestAs, toastOf } from '../requests'
import { makeDealAlert } from '../staff-factories'

const PATH = '/admin/queue/freshness'
const inDays = (days: number) => addDays(utcToday(), days)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const makeStaff = () => makeProfile({ role: 'MANAGER' })
const titles = async (section: Parameters<typeof listSection>[0]) =>
  (await listSection(section, 1)).map(({ title }) => title)
const dealOf = (id: string) =>
  db.selectFrom('deals').select(['status', 'checked_by']).where('id', '=', id).executeTakeFirstOrThrow()

const send = async (staff: { id: string }, fields: Record<string, string>) =>
  (await answer(action({ request: await requestAs(staff, PATH, fields), params: {}, context: {} }))) as Response

const sendUndo = async (staff: { id: string }, fields: Record<string, string>) =>
  (await answer(undo({ request: await requestAs(staff, '/admin/undo', fields), params: {}, context: {} }))) as Response

const shownBy = (response: Response) => toastOf(response) as Toast

/** A deal that two members say has ended. */
async function makeDisputedDeal(title: string) {
  const deal = await makeDeal({ title, end_date: null })
  const alert = await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: deal.id })
  for (let n = 0; n < 2; n++) await makeAvailabilityReport({ deal_id: deal.id })
  return { ...deal, alert }
}

test('deals not checked for 90 days, or 30 when ending soon, are listed by what ends first, without other sections', async () => {
  const checked = (title: string, days: number, end_date: string | null = null) =>
    makeDeal({ title, start_date: '2020-01-01', end_date, checked_at: daysAgo(days) })
  await checked('Checked lately', 89)
  await checked('Checked long ago', 91)
  await checked('Ending and checked lately', 29, inDays(3))
  await checked('Ending', 31, inDays(3))
  await checked('Ended', 400, inDays(-1))
  await makeDeal({ title: 'Never checked', start_date: '2020-01-01', end_date: inDays(40) })
  await makeDeal({ title: 'Upcoming', start_date: inDays(10), end_date: inDays(20) })
  await makeDeal({ title: 'Draft', published: false, end_date: null })
  await makeDisputedDeal('Disputed')
  expect(await titles('unchecked')).toEqual(['Ending', 'Upcoming', 'Never checked', 'Checked long ago'])
  expect(await countFreshness()).toEqual({
    reported: 1,
    broken: 0,
    unconfirmed: 0,
    unchecked: 4,
    pictures: 0,
  })
  // Two of the six open deals were checked within 90 days, besides the one that ends.
  expect(await findCheckedShare()).toBe(50)
})

test('unchecked deals that end on the same day are listed by their clicks', async () => {
  await makeDeal({ title: 'Quiet', end_date: null })
  const { id } = await makeDeal({ title: 'Popular', end_date: null })
  await db.insertInto('metric_totals').values({ metric: 'deal_clicks', key: id, last_90: 7 }).execute()
  expect(await titles('unchecked')).toEqual(['Popular', 'Quiet'])
})

test('one press expires a reported deal, focuses the next row, and can be undone', async () => {
  const staff = await makeStaff()
  const [deal, next] = [await makeDisputedDeal('Pixelcrate'), await makeDisputedDeal('Kestrel')]
  const done = await send(staff, { intent: 'expire', id: deal.id, next: next.id })
  expect([done.status, done.headers.get('Location')]).toEqual([303, `${PATH}#deal-${next.id}`])
  const toast = shownBy(done)
  expect(toast).toMatchObject({ title: 'Set to expired: Pixelcrate', text: '2 members were right.' })
  expect(await dealOf(deal.id)).toMatchObject({ status: 'EXPIRED' })

  const undone = await sendUndo(staff, toast.undo!.fields)
  expect(toastOf(undone)).toMatchObject({ title: 'Decision undone' })
  expect(undone.headers.get('Location')).toBe(`${PATH}#deal-${deal.id}`)
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE' })
})

test('one press confirms an unchecked deal, and can be undone', async () => {
  const staff = await makeStaff()
  const { id } = await makeDeal({ end_date: null })
  const toast = shownBy(await send(staff, { intent: 'confirm', id }))
  expect([await dealOf(id), await titles('unchecked')]).toEqual([{ status: 'ACTIVE', checked_by: staff.id }, []])
  await sendUndo(staff, toast.undo!.fields)
  expect([await dealOf(id), await titles('unchecked')]).toMatchObject([{ checked_by: null }, [expect.any(String)]])
})

test("a manager's own report is for someone else to decide", async () => {
  const [staff, deal] = [await makeStaff(), await makeDisputedDeal('Pixelcrate')]
  await makeAvailabilityReport({ deal_id: deal.id, user_id: staff.id })
  expect(await send(staff, { intent: 'confirm', id: deal.id })).toMatchObject({ status: 403 })
  expect(await dealOf(deal.id)).toMatchObject({ status: 'ACTIVE', checked_by: null })
})

test('the page shows the first deals of each section, and a tab shows one', async () => {
  const staff = await makeStaff()
  await makeDisputedDeal('Pixelcrate')
  await makeDeal({ title: 'Unchecked', end_date: null })
  const open = async (query: string) =>
    (await answer(loader({ request: await requestAs(staff, PATH + query), params: {}, context: {} }))) as unknown as {
      lists: { section: string }[]
    }
  const sections = async (query: string) => (await open(query)).lists.map(({ section }) => section)
  expect(await sections('')).toEqual(['unchecked'])
  expect(await sections('?section=unchecked')).toEqual(['unchecked'])
})
