import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readToast, TOAST_COOKIE } from '~/http/toast.server'
import { loader as page } from '~/routes/deals.$slug/route'
import { action } from '~/routes/deals.$slug_.bookmark'
import { makeDeal, makeProfile } from '../factories'
import { answer, requestAs } from '../requests'

type Person = Parameters<typeof requestAs>[0]

async function send(person: Person, slug: string, form: Record<string, string>) {
  const request = await requestAs(person, `/deals/${slug}/bookmark`, form)
  // As a page without scripts does.
  request.headers.set('Accept', 'text/html')
  return (await answer(action({ request, params: { slug }, context: {} }))) as Response
}

async function toastOf({ headers }: Response) {
  const Cookie = headers.getSetCookie().find((cookie) => cookie.startsWith(`${TOAST_COOKIE}=`))!
  return (await readToast(new Request('http://localhost:3000', { headers: { Cookie } }))).toast
}

const listBookmarks = () => db.selectFrom('bookmarks').select(['user_id', 'deal_id']).execute()

test('a bookmark is added and removed, as often as it is asked for', async () => {
  const [deal, member] = await Promise.all([makeDeal(), makeProfile()])

  const added = await send(member, deal.slug, { intent: 'add', returnTo: `/deals/${deal.slug}/changes?page=2` })
  expect([added.status, added.headers.get('Location')]).toEqual([303, `/deals/${deal.slug}/changes?page=2`])
  expect(await toastOf(added)).toEqual({ tone: 'success', title: 'Deal bookmarked' })
  await send(member, deal.slug, { intent: 'add' })
  expect(await listBookmarks()).toEqual([{ user_id: member.id, deal_id: deal.id }])

  for (let twice = 0; twice < 2; twice++) {
    const removed = await send(member, deal.slug, { intent: 'remove' })
    expect(await toastOf(removed)).toEqual({ tone: 'success', title: 'Bookmark removed' })
  }
  expect(await listBookmarks()).toEqual([])
})

test('many clicks at once end in one bookmark', async () => {
  const [deal, member] = await Promise.all([makeDeal(), makeProfile()])
  for (let round = 0; round < 50; round++) {
    const answers = await Promise.all([1, 2, 3].map(() => send(member, deal.slug, { intent: 'add' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await listBookmarks()).toHaveLength(1)
    await Promise.all([1, 2].map(() => send(member, deal.slug, { intent: 'remove' })))
    expect(await listBookmarks()).toEqual([])
  }
})

test('a bookmark is for whoever is signed in, whatever the form says', async () => {
  const [deal, other, member, someone] = await Promise.all([makeDeal(), makeDeal(), makeProfile(), makeProfile()])
  const forged = { user_id: someone.id, deal_id: other.id, created_at: '2020-01-01' }
  await send(member, deal.slug, { intent: 'add', ...forged })
  expect(await listBookmarks()).toEqual([{ user_id: member.id, deal_id: deal.id }])
})

test('visitors learn that bookmarks are for members, and come back to the deal', async () => {
  const deal = await makeDeal()
  const refused = await send(null, deal.slug, { intent: 'add' })
  expect(refused.headers.get('Location')).toBe(`/auth?redirectTo=${encodeURIComponent(`/deals/${deal.slug}`)}`)
  expect(await toastOf(refused)).toMatchObject({ tone: 'error', text: 'Please sign in to bookmark deals' })
})

test('a suspended member bookmarks nothing', async () => {
  const [deal, suspended] = await Promise.all([makeDeal(), makeProfile({ status: 'SUSPENDED' })])
  const refused = await send(suspended, deal.slug, { intent: 'add' })
  expect([refused.status, await refused.text()]).toEqual([403, 'Your account is suspended'])
  expect(await listBookmarks()).toEqual([])
})

test('there is no bookmark of a draft, nor of what does not exist', async () => {
  const [draft, admin] = await Promise.all([makeDeal({ published: false }), makeProfile({ role: 'ADMIN' })])
  for (const slug of [draft.slug, 'no-such-deal']) {
    expect((await send(admin, slug, { intent: 'add' })).status).toBe(404)
  }
  expect(await listBookmarks()).toEqual([])
})

test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
  'the way back never leads to %s',
  async (returnTo) => {
    const [deal, member] = await Promise.all([makeDeal(), makeProfile()])
    const { headers } = await send(member, deal.slug, { intent: 'add', returnTo })
    expect(headers.get('Location')).toBe(`/deals/${deal.slug}`)
  },
)

test('a page tells a member of their own bookmark, and a visitor of none', async () => {
  const [deal, member, someone] = await Promise.all([makeDeal(), makeProfile(), makeProfile()])
  await send(member, deal.slug, { intent: 'add' })
  const seenBy = async (person: Person) => {
    const request = await requestAs(person, `/deals/${deal.slug}`)
    return (await page({ request, params: { slug: deal.slug }, context: {} })).bookmarked
  }
  expect(await Promise.all([seenBy(member), seenBy(someone), seenBy(null)])).toEqual([true, false, undefined])
})
