import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { exportPersonalData } from '~/features/site/personal-data/personal-data.server'
import { readToast, TOAST_COOKIE } from '~/http/toast.server'
import { loader as page } from '~/routes/deals.$slug/route'
import { action } from '~/routes/deals.$slug_.availability'
import { makeDeal, makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

type Person = Parameters<typeof requestAs>[0]

async function send(person: Person, slug: string, form: Record<string, string>) {
  const request = await requestAs(person, `/deals/${slug}/availability`, form)
  // As a page without scripts sends it.
  request.headers.set('Accept', 'text/html')
  return (await answer(action({ request, params: { slug }, context: {} }))) as Response
}

async function toastOf({ headers }: Response) {
  const Cookie = headers.getSetCookie().find((cookie) => cookie.startsWith(`${TOAST_COOKIE}=`))!
  return (await readToast(new Request('http://localhost:3000', { headers: { Cookie } }))).toast
}

const open = async (person: Person, slug: string) =>
  page({ request: await requestAs(person, `/deals/${slug}`), params: { slug }, context: {} })

const listReports = () => db.selectFrom('availability_reports').select(['user_id', 'deal_id', 'has_ended']).execute()

test('a member reports, reads what they said and takes it back', async () => {
  const [deal, member] = [await makeDeal(), await makeProfile({ created_at: new Date('2026-01-01') })]
  const sent = await send(member, deal.slug, { intent: 'has-ended', returnTo: `/deals/${deal.slug}/comments` })
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, `/deals/${deal.slug}/comments`])
  expect(await toastOf(sent)).toMatchObject({ tone: 'success', title: 'Thanks' })
  expect(await listReports()).toEqual([{ user_id: member.id, deal_id: deal.id, has_ended: true }])
  expect(await open(member, deal.slug)).toMatchObject({
    own: { hasEnded: true, on: expect.any(Date) },
    reports: { ended: 1, available: 0 },
  })
  expect((await exportPersonalData(member.id)).availabilityReports).toMatchObject([
    { slug: deal.slug, has_ended: true },
  ])

  expect(await toastOf(await send(member, deal.slug, { intent: 'withdraw' }))).toMatchObject({
    title: 'Report taken back',
  })
  expect(await listReports()).toEqual([])
})

test('visitors see the number of reports, and a report is visible to its author only', async () => {
  const [deal, member] = [await makeDeal(), await makeProfile({ created_at: new Date('2026-01-01') })]
  await send(member, deal.slug, { intent: 'is-available' })
  const seen = await open(null, deal.slug)
  expect(seen.reports).toEqual({ ended: 0, available: 1 })
  expect(seen.own).toBeUndefined()
})

test('visitors who report are redirected to sign-in and back to the deal', async () => {
  const deal = await makeDeal()
  const refused = await send(null, deal.slug, { intent: 'has-ended' })
  expect(refused.headers.get('Location')).toBe(`/auth?redirectTo=${encodeURIComponent(`/deals/${deal.slug}`)}`)
  expect(await listReports()).toEqual([])
})

test('suspended members cannot report, and drafts take no reports', async () => {
  const [deal, draft] = [await makeDeal(), await makeDeal({ published: false })]
  const suspended = await makeProfile({ status: 'SUSPENDED' })
  expect((await send(suspended, deal.slug, { intent: 'has-ended' })).status).toBe(403)
  expect((await send(await makeProfile(), draft.slug, { intent: 'has-ended' })).status).toBe(404)
  expect((await send(await makeProfile(), deal.slug, { intent: 'nonsense' })).status).toBe(400)
  expect(await listReports()).toEqual([])
})
