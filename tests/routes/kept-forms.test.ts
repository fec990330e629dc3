import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { rememberMember } from '~/features/accounts/member-cookie.server'
import { loader as root } from '~/root'
import { action as account } from '~/routes/account/route'
import { action as review } from '~/routes/deals.$slug._index/route'
import { action as comment } from '~/routes/deals.$slug.comments/route'
import { action as suggest } from '~/routes/suggest/route'
import { makeDeal, makeProfile } from '../factories'
import { answer, cookieOf, toastOf } from '../requests'

const PAGE = '/deals/moorline/comments'
const TYPED = { body: 'Does the export keep the folders?' }
const NOTICE = 'You were signed out. What you typed is still here: check it and send it again.'
type Member = { id: string }
type Action = typeof comment

/** Cookies of a browser in which a member signed in once and whose session has ended. */
const signedOut = async ({ id }: Member) => (await rememberMember(id)).split(';')[0]!

async function send(work: Action, path: string, form: Record<string, string> | FormData, cookies: string) {
  const body = form instanceof FormData ? form : new URLSearchParams(form)
  const request = new Request(`http://localhost:3000${path}`, { method: 'POST', body, headers: { Cookie: cookies } })
  return (await answer<unknown>(work({ request, params: { slug: 'moorline' }, context: {} }))) as Response
}

/** The cookies after a response. */
function after(response: Response, cookies: string) {
  const kept = response.headers.getSetCookie().find((cookie) => cookie.startsWith('kept-form='))
  return kept ? `${cookies}; ${kept.split(';')[0]}` : cookies
}

async function open(path: string, member: Member, cookies: string) {
  const headers = { Cookie: `${cookies}; ${await cookieOf(member)}` }
  const { data } = await root({
    request: new Request(`http://localhost:3000${path}`, { headers }),
    params: {},
    context: {},
  })
  return data.kept
}

const countKept = async () => (await db.selectFrom('kept_forms').select('path').execute()).length

test('what a member typed after the session had ended is offered again on the page of the form', async () => {
  const [ada] = [await makeProfile(), await makeDeal({ slug: 'moorline' })]
  const browser = await signedOut(ada)
  const told = await send(comment, PAGE, TYPED, browser)
  expect(told.headers.get('Location')).toBe(`/auth?${new URLSearchParams({ redirectTo: PAGE })}`)
  expect(toastOf(told)).toMatchObject({
    title: 'Authentication required',
    text: expect.stringMatching(/\. What you typed is kept for an hour\.$/),
  })
  expect(told.headers.getSetCookie().find((cookie) => cookie.startsWith('kept-form='))).toMatch(
    /Max-Age=3600; .*HttpOnly; SameSite=Lax/,
  )
  const kept = await open(PAGE, ada, after(told, browser))
  expect(kept).toMatchObject({ path: PAGE, result: { status: 'error', initialValue: TYPED, error: { '': [NOTICE] } } })
  expect(await open('/deals/moorline', ada, after(told, browser))).toBeNull()
  expect(await db.selectFrom('comments').select('id').execute()).toEqual([])
})

test('sending the form again ends what was kept', async () => {
  const [ada] = [await makeProfile(), await makeDeal({ slug: 'moorline' })]
  const browser = await signedOut(ada)
  const cookies = after(await send(comment, PAGE, TYPED, browser), browser)
  const again = await send(comment, PAGE, TYPED, `${cookies}; ${await cookieOf(ada)}`)
  expect(again.headers.get('Location')).toBe(`${PAGE}#record`)
  expect(await countKept()).toBe(0)
  expect(await open(PAGE, ada, cookies)).toBeNull()
})

test('nobody else is offered what was typed: no other account, and no other browser', async () => {
  const [ada, eve] = [await makeProfile(), await makeProfile(), await makeDeal({ slug: 'moorline' })]
  const browser = await signedOut(ada)
  const cookies = after(await send(comment, PAGE, TYPED, browser), browser)
  expect(await open(PAGE, eve, cookies)).toBeNull()
  expect(await open(PAGE, ada, browser)).toBeNull()
  // A form that Eve sends from there does not end Ada's.
  await send(comment, PAGE, { body: 'Something else.' }, `${cookies}; ${await cookieOf(eve)}`)
  expect(await open(PAGE, ada, cookies)).not.toBeNull()
})

test('nothing is kept where nobody has signed in, nor for a forged cookie', async () => {
  const [ada] = [await makeProfile(), await makeDeal({ slug: 'moorline' })]
  for (const cookies of ['', `member=${encodeURIComponent(btoa(JSON.stringify(ada.id)))}.forged`]) {
    const told = await send(comment, PAGE, TYPED, cookies)
    expect(told.headers.get('Location')).toBe(`/auth?${new URLSearchParams({ redirectTo: `${PAGE}#record` })}`)
    expect(toastOf(told)).toMatchObject({ text: expect.not.stringContaining('kept') })
  }
  expect(await countKept()).toBe(0)
})

test('passwords are never kept', async () => {
  const browser = await signedOut(await makeProfile())
  const passwords = { currentPassword: 'correct horse', password: 'battery staple', passwordAgain: 'battery staple' }
  await send(account, '/account', { intent: 'change-password', ...passwords }, browser)
  expect(await countKept()).toBe(0)
  await send(account, '/account', { intent: 'change-name', name: 'Ada', ...passwords }, browser)
  expect(await db.selectFrom('kept_forms').select('fields').execute()).toEqual([
    { fields: 'intent=change-name&name=Ada' },
  ])
})

test('a review is kept without its file, and says so', async () => {
  const [ada] = [await makeProfile(), await makeDeal({ slug: 'moorline' })]
  const browser = await signedOut(ada)
  const form = new FormData()
  form.set('rating', '4')
  form.set('title', 'Solid')
  form.set('proof', new File([Buffer.alloc(300_000, 7)], 'receipt.png', { type: 'image/png' }))
  form.set('body', 'Two years in, and it still does what it says.')
  const told = await send(review, '/deals/moorline?index', form, browser)
  expect(told.headers.get('Location')).toBe('/auth?redirectTo=%2Fdeals%2Fmoorline')
  expect((await open('/deals/moorline', ada, after(told, browser)))?.result).toMatchObject({
    initialValue: { rating: '4', title: 'Solid', body: 'Two years in, and it still does what it says.' },
    error: { '': [NOTICE, 'Files cannot be kept: choose yours again.'] },
  })
})

test('an edit comes back as the edit that it was', async () => {
  const [ada] = [await makeProfile(), await makeDeal({ slug: 'moorline' })]
  const browser = await signedOut(ada)
  const path = `${PAGE}?edit=${ada.id}`
  const told = await send(comment, path, TYPED, browser)
  expect(told.headers.get('Location')).toBe(`/auth?${new URLSearchParams({ redirectTo: path })}`)
  expect(await open(path, ada, after(told, browser))).toMatchObject({ path })
  expect(await open(PAGE, ada, after(told, browser))).toBeNull()
})

test('forms of pages for members alone are kept as well', async () => {
  const ada = await makeProfile()
  const browser = await signedOut(ada)
  const told = await send(suggest, '/suggest', { url: 'https://vendor.example/deal', title: 'Quillstack' }, browser)
  expect(told.headers.get('Location')).toBe('/auth?redirectTo=%2Fsuggest')
  expect(await open('/suggest', ada, after(told, browser))).toMatchObject({
    result: { initialValue: { url: 'https://vendor.example/deal', title: 'Quillstack' } },
  })
})

test('a form is kept for an hour, up to 30 kB, and five of a member at most', async () => {
  const ada = await makeProfile()
  const browser = await signedOut(ada)
  await send(comment, PAGE, { body: 'x'.repeat(30_000) }, browser)
  expect(await countKept()).toBe(0)
  let cookies = browser
  for (let i = 0; i < 7; i++) cookies = after(await send(comment, `${PAGE}?edit=${i}`, TYPED, cookies), browser)
  const paths = await db.selectFrom('kept_forms').select('path').orderBy('path').execute()
  expect(paths.map(({ path }) => path)).toEqual([2, 3, 4, 5, 6].map((i) => `${PAGE}?edit=${i}`))
  await sql`update kept_forms set created_at = now() - interval '61 minutes'`.execute(db)
  expect(await open(`${PAGE}?edit=6`, ada, cookies)).toBeNull()
  await send(comment, PAGE, TYPED, cookies)
  expect(await countKept()).toBe(1)
})

test('a button that holds no text keeps nothing', async () => {
  const browser = await signedOut(await makeProfile())
  await send(account, '/account', { intent: 'remove-bookmark', dealId: crypto.randomUUID() }, browser)
  expect(await countKept()).toBe(0)
})
