import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readToast, TOAST_COOKIE } from '~/http/toast.server'
import { loader as signInPage } from '~/routes/auth/route'
import { loader as page } from '~/routes/deals.$slug/route'
import { action, loader } from '~/routes/deals.$slug_.bookmark'
import { makeDeal, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { answer, requestAs } from '../requests'

type Person = Parameters<typeof requestAs>[0]

async function send(person: Person, slug: string, form: Record<string, string>) {
  const request = await requestAs(person, `/deals/${slug}/bookmark`, form)
  // As a page without scripts sends it.
  request.headers.set('Accept', 'text/html')
  return (await answer(action({ request, params: { slug }, context: {} }))) as Response
}

async function toastOf({ headers }: Response) {
  const Cookie = headers.getSetCookie().find((cookie) => cookie.startsWith(`${TOAST_COOKIE}=`))!
  return (await readToast(new Request('http://localhost:3000', { headers: { Cookie } }))).toast
}

const listBookmarks = () => db.selectFrom('bookmarks').select(['user_id', 'deal_id']).execute()

test('adding and removing a bookmark is idempotent', async () => {
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

test('concurrent clicks create one bookmark', async () => {
  const [deal, member] = await Promise.all([makeDeal(), makeProfile()])
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const answers = await Promise.all([1, 2, 3].map(() => send(member, deal.slug, { intent: 'add' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await listBookmarks()).toHaveLength(1)
    await Promise.all([1, 2].map(() => send(member, deal.slug, { intent: 'remove' })))
    expect(await listBookmarks()).toEqual([])
  }
})

test('a bookmark belongs to the signed-in member, whatever the form contains', async () => {
  const [deal, other, member, someone] = await Promise.all([makeDeal(), makeDeal(), makeProfile(), makeProfile()])
  const forged = { user_id: someone.id, deal_id: other.id, created_at: '2020-01-01' }
  await send(member, deal.slug, { intent: 'add', ...forged })
  expect(await listBookmarks()).toEqual([{ user_id: member.id, deal_id: deal.id }])
})

/** Opens the page of a bookmark, to which signing in returns. */
async function returnAs(person: Person, slug: string, cookies = '') {
  const request = await requestAs(person, `/deals/${slug}/bookmark`)
  request.headers.set('Cookie', [request.headers.get('Cookie'), cookies].filter(Boolean).join('; '))
  return (await answer(loader({ request, params: { slug }, context: {} }))) as Response
}

async function pressAsVisitor(slug: string) {
  const refused = await send(null, slug, { intent: 'add' })
  return { refused, cookie: refused.headers.getSetCookie()[0]!.split(';')[0]! }
}

test('visitors who bookmark are redirected to sign-in, which says what for', async () => {
  const deal = await makeDeal({ title: 'Watchpost' })
  const { refused } = await pressAsVisitor(deal.slug)
  const path = `/auth?redirectTo=${encodeURIComponent(`/deals/${deal.slug}/bookmark`)}`
  expect(refused.headers.get('Location')).toBe(path)
  expect(await signInPage({ request: await requestAs(null, path), params: {}, context: {} })).toMatchObject({
    dealToSave: 'Watchpost',
  })
  const draft = await makeDeal({ published: false })
  const other = `/auth?redirectTo=${encodeURIComponent(`/deals/${draft.slug}/bookmark`)}`
  expect(await signInPage({ request: await requestAs(null, other), params: {}, context: {} })).toMatchObject({
    dealToSave: undefined,
  })
})

test('a bookmark that a visitor asked for is set after signing in, once', async () => {
  const [deal, member] = await Promise.all([makeDeal(), makeProfile()])
  const { cookie } = await pressAsVisitor(deal.slug)
  const done = await returnAs(member, deal.slug, cookie)
  expect([done.status, done.headers.get('Location')]).toEqual([303, `/deals/${deal.slug}`])
  expect(await toastOf(done)).toMatchObject({ tone: 'success', title: 'Deal bookmarked' })
  expect(await listBookmarks()).toEqual([{ user_id: member.id, deal_id: deal.id }])
  expect(done.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^bookmark=;/))
})

test('a link from another site bookmarks nothing', async () => {
  const [deal, other, member, suspended] = await Promise.all([
    makeDeal(),
    makeDeal(),
    makeProfile(),
    makeProfile({ status: 'SUSPENDED' }),
  ])
  const { cookie } = await pressAsVisitor(other.slug)
  const answers = await Promise.all([
    returnAs(member, deal.slug),
    returnAs(member, deal.slug, cookie),
    returnAs(member, deal.slug, `bookmark=${btoa(JSON.stringify(deal.slug))}`),
    returnAs(null, other.slug, cookie),
    returnAs(suspended, other.slug, cookie),
  ])
  const locations = answers.map(({ headers }) => headers.get('Location'))
  expect(locations).toEqual([deal, deal, deal, other, other].map(({ slug }) => `/deals/${slug}`))
  expect(await listBookmarks()).toEqual([])
})

test('suspended members cannot bookmark', async () => {
  const [deal, suspended] = await Promise.all([makeDeal(), makeProfile({ status: 'SUSPENDED' })])
  const refused = await send(suspended, deal.slug, { intent: 'add' })
  expect([refused.status, await refused.text()]).toEqual([403, 'Your account is suspended'])
  expect(await listBookmarks()).toEqual([])
})

test('drafts and unknown deals cannot be bookmarked', async () => {
  const [draft, admin] = await Promise.all([makeDeal({ published: false }), makeProfile({ role: 'ADMIN' })])
  for (const slug of [draft.slug, 'no-such-deal']) {
    expect((await send(admin, slug, { intent: 'add' })).status).toBe(404)
  }
  expect(await listBookmarks()).toEqual([])
})

test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
  'bookmarking never redirects to %s',
  async (returnTo) => {
    const [deal, member] = await Promise.all([makeDeal(), makeProfile()])
    const { headers } = await send(member, deal.slug, { intent: 'add', returnTo })
    expect(headers.get('Location')).toBe(`/deals/${deal.slug}`)
  },
)

test('the deal page shows members their own bookmark only', async () => {
  const [deal, member, someone] = await Promise.all([makeDeal(), makeProfile(), makeProfile()])
  await send(member, deal.slug, { intent: 'add' })
  const seenBy = async (person: Person) => {
    const request = await requestAs(person, `/deals/${deal.slug}`)
    return (await page({ request, params: { slug: deal.slug }, context: {} })).bookmark
  }
  expect(await Promise.all([seenBy(member), seenBy(someone), seenBy(null)])).toEqual([
    { target_price: null },
    null,
    undefined,
  ])
})
