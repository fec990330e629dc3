import { Piscina } from 'piscina'
import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { issueToken } from '~/features/people/sessions/tokens.server'
import { runInContext } from '~/request-context.server'
import { action, loader } from '~/routes/auth/route'
import { action as confirm, loader as confirmLoader } from '~/routes/auth_.confirm'
import { action as reset, loader as resetLoader } from '~/routes/auth_.reset'
import { loader as session } from '~/routes/session'
import { action as signOut, loader as signOutLoader } from '~/routes/sign-out'
import { makeAccount, makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails, tokenIn } from '../mail/mailbox'
import { answer, cookieOf, requestAs, toastOf } from '../requests'

const context = { params: {}, context: {} }
const CREDENTIALS = { email: 'ada@example.com', password: 'correct horse' }
type Sent = { data: { error: Record<string, string[]> }; init: { status: number; headers: Record<string, string> } }
let ada: Awaited<ReturnType<typeof makeAccount>>
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com' })
})

async function post(path: string, form: Record<string, string>, as: { id: string } | null = null) {
  return answer(action({ request: await requestAs(as, path, form), ...context }))
}

/** The cookies of a response as the browser would send them back. */
function cookiesOf(response: unknown) {
  const cookies = (response as Response).headers.getSetCookie()
  return cookies.map((cookie) => cookie.split(';')[0]!).join('; ')
}

test('signing in redirects to redirectTo and starts a session', async () => {
  const response = (await post('/auth?redirectTo=%2Fdeals%3Fq%3Dcrm', CREDENTIALS)) as Response
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe('/deals?q=crm')
  const request = new Request('http://localhost:3000/', { headers: { Cookie: cookiesOf(response) } })
  expect(await findUser(request)).toMatchObject({ id: ada.id })
})

test('the sign-in page says that the session ended, but not after signing out', async () => {
  const cookie = await cookieOf(ada)
  const open = async (cookies: string) => {
    const headers = { Cookie: cookies }
    return loader({ request: new Request('http://localhost:3000/auth?redirectTo=%2Faccount', { headers }), ...context })
  }
  await db.deleteFrom('sessions').execute()
  expect(await open(cookie)).toMatchObject({ hasEnded: true, redirectTo: '/account' })
  expect(
    await open(cookiesOf(await signOut({ request: await requestAs(ada, '/sign-out', {}), ...context }))),
  ).toMatchObject({
    hasEnded: false,
  })
})

test('a locked account answers 429 with Retry-After', async () => {
  for (let i = 0; i < 10; i++) await post('/auth', { ...CREDENTIALS, password: 'wrong horse' })
  const { init } = (await post('/auth', CREDENTIALS)) as unknown as Sent
  expect(init.status).toBe(429)
  expect(Number(init.headers['Retry-After'])).toBeGreaterThan(60)
})

test('one address may attempt thirty sign-ins a minute, whatever the email', async () => {
  for (let i = 0; i < 30; i++) await post('/auth', { email: `x${i}`, password: 'wrong horse' })
  expect(await post('/auth', CREDENTIALS)).toMatchObject({ init: { status: 429 } })
})

test.each([
  ['/auth', 30],
  ['/auth?mode=sign-up', 20],
])('%s counts all addresses of an IPv6 /64 network as one', async (path, most) => {
  const send = (address: string) =>
    runInContext({ id: 'test', route: 'POST /auth', nonce: undefined, address }, () => post(path, CREDENTIALS))
  for (let i = 1; i <= most; i++) await send(`2001:db8:1:2::${i}`)
  expect(await send('2001:db8:1:2::ffff')).toMatchObject({ init: { status: 429 } })
  expect(await send('2001:db8:1:3::1')).not.toMatchObject({ init: { status: 429 } })
})

test.each([
  ['/auth', 30],
  ['/auth?mode=sign-up', 20],
])('%s answers 429 before it parses the form', async (path, most) => {
  for (let i = 0; i < most; i++) await post(path, { email: `x${i}`, password: 'wrong horse' })
  const rejected = await post(path, { email: 'ada@example.com', name: 'Ada' })
  expect(rejected).toMatchObject({ init: { status: 429 }, data: { initialValue: { email: 'ada@example.com' } } })
  expect(await post(path, { 'email[10000000]': 'x' })).toMatchObject({ init: { status: 429 } })
})

test('an unconfirmed account is asked to confirm and can have the email resent without the password', async () => {
  await db.updateTable('profiles').set({ confirmed_at: null }).execute()
  const { data, init } = (await post('/auth', CREDENTIALS)) as unknown as Sent
  expect(data.error).toEqual({ '': ['Please confirm your email first'] })

  const request = await requestAs(null, '/auth', { intent: 'resend' })
  request.headers.set('Cookie', init.headers['Set-Cookie']!.split(';')[0]!)
  await answer(action({ request, ...context }))
  expect(await listQueuedMails()).toMatchObject([{ kind: 'confirm', email: 'ada@example.com' }])
})

test('the confirmation email is not resent without a prior correct password', async () => {
  const response = (await post('/auth', { intent: 'resend', email: 'ada@example.com' })) as Response
  expect(response.headers.get('Location')).toBe('/auth')
  expect(await listQueuedMails()).toEqual([])
})

test('sign-up answers the same for a new, an unconfirmed and a taken email', async () => {
  const form = { name: 'Eve', email: 'eve@example.com', password: 'battery staple' }
  const answers = []
  for (let i = 0; i < 8; i++) {
    answers.push((await post('/auth?mode=sign-up', form)) as Response)
    await sendQueuedMails()
    if (i === 2) await db.updateTable('profiles').set({ confirmed_at: new Date() }).execute()
  }
  expect(takeMails()).toHaveLength(5)
  // The cookie that remembers the mail says when it was asked for; the rest is the same.
  const told = answers.map(({ status, headers }) =>
    [status, ...headers]
      .join()
      .replace(/Expires=[^;]+/g, '')
      .replace(/mail-sent=([^;]+)/, (_, value: string) => {
        const { at, passwordSince, ...rest } = JSON.parse(atob(decodeURIComponent(value).split('.')[0]!))
        return JSON.stringify({ ...rest, at: typeof at, passwordSince: passwordSince.replace(/\d+/g, '0') })
      }),
  )
  expect(new Set(told).size).toBe(1)
  expect([answers[0]!.status, answers[0]!.headers.get('Location')]).toEqual([303, '/auth/inbox'])
})

test.each(['confirm', 'reset'] as const)(
  'after requesting a %s email the sign-in form shows the address it was sent to',
  async (mail) => {
    const form = { name: 'Eve', email: ' Eve@Example.com', password: 'battery staple' }
    const mode = mail === 'confirm' ? 'sign-up' : 'reset'
    const sent = (await post(`/auth?mode=${mode}&redirectTo=%2Fdeals%2Fmoorline`, form)) as Response
    const next = mail === 'confirm' ? '/auth/inbox' : '/auth'
    expect(sent.headers.get('Location')).toBe(`${next}?redirectTo=%2Fdeals%2Fmoorline`)
    const to = '/auth?redirectTo=%2Fdeals%2Fmoorline'
    expect(sent.headers.get('Location')).not.toContain('example')
    for (const path of [to, to]) {
      const page = await requestAs(null, path)
      page.headers.set('Cookie', cookiesOf(sent))
      expect(await loader({ request: page, ...context })).toMatchObject({ sent: { mail, email: 'eve@example.com' } })
    }
    expect(await loader({ request: await requestAs(null, to), ...context })).toMatchObject({ sent: undefined })
  },
)

test('the notice about a reset email is over once the sign-in form was sent', async () => {
  const sent = await post('/auth?mode=reset', { email: 'ada@example.com' })
  const page = await requestAs(null, '/auth', { ...CREDENTIALS, password: 'wrong horse' })
  page.headers.set('Cookie', cookiesOf(sent))
  const route = 'POST /auth'
  const work = () => loader({ request: page, ...context })
  const after = await runInContext({ id: 'x', route, address: '192.0.2.1', nonce: undefined }, work)
  const { headers } = (after as unknown as { init: { headers: Record<string, string> } }).init
  expect(headers['Set-Cookie']).toMatch(/^mail-sent=;/)
})

test.each([
  { redirectTo: '/deals/moorline#record', next: undefined },
  { redirectTo: '/', next: { to: '/deals?open=1', label: 'Browse open deals' } },
])('confirming an email redirects to $redirectTo, where the sign-up started, with a next step', async (start) => {
  const form = { name: 'Eve', email: 'eve@example.com', password: 'battery staple' }
  takeMails()
  await post(`/auth?${new URLSearchParams({ mode: 'sign-up', redirectTo: start.redirectTo })}`, form)
  await sendQueuedMails()
  const path = `/auth/confirm?token=${tokenIn(takeMails()[0])}`
  const opened = (await answer(confirmLoader({ request: await requestAs(null, path), ...context }))) as Response
  const request = await requestAs(null, '/auth/confirm?redirectTo=https://evil.example', {
    redirectTo: 'https://evil.example',
  })
  request.headers.set('Cookie', cookiesOf(opened))
  const confirmed = (await confirm({ request, ...context })) as Response
  expect(confirmed.headers.get('Location')).toBe(start.redirectTo)
  expect(toastOf(confirmed)).toEqual({
    tone: 'success',
    title: 'Your email is confirmed.',
    text: 'You are signed in. Bookmark a deal to hear when its price or terms change, and review the deals you bought.',
    stays: true,
    next: start.next,
  })
})

test('a password reset redirects to sign-in and keeps redirectTo', async () => {
  takeMails()
  await post('/auth?mode=reset&redirectTo=%2Fdeals%2Fmoorline', { email: ada.email })
  await sendQueuedMails()
  const path = `/auth/reset?token=${tokenIn(takeMails()[0])}`
  const opened = (await answer(resetLoader({ request: await requestAs(null, path), ...context }))) as Response
  const request = await requestAs(null, '/auth/reset', { password: 'battery staple', passwordAgain: 'battery staple' })
  request.headers.set('Cookie', cookiesOf(opened))
  const done = (await reset({ request, ...context })) as Response
  expect(done.headers.get('Location')).toBe('/auth?redirectTo=%2Fdeals%2Fmoorline')
})

test('a password reset answers the same for a known and an unknown email', async () => {
  const ask = async () => {
    const { status, headers } = (await post('/auth?mode=reset', { email: 'ada@example.com' })) as Response
    return [status, ...headers].join().replace(/Expires=[^;]+/g, '')
  }
  const known = await ask()
  await db.deleteFrom('profiles').execute()
  expect(await ask()).toBe(known)
  expect(await listQueuedMails()).toHaveLength(2)
})

test('at most twenty password resets an hour are sent from one address, with the same answer', async () => {
  for (let i = 0; i < 22; i++) {
    const response = (await post('/auth?mode=reset', { email: `x${i}@example.com` })) as Response
    expect(response.status).toBe(303)
  }
  expect(await listQueuedMails()).toHaveLength(20)
})

test.each([
  ['/auth', { email: '', password: '' }, { email: ['Email is required.'], password: ['Password is required.'] }],
  ['/auth?mode=sign-up', { name: ' ', email: 'a@example.com', password: 'abcdef' }, { name: ['Name is required.'] }],
  ['/auth?mode=reset', { email: 'nonsense' }, { email: ['Enter a valid email address.'] }],
])('%s reports invalid fields at each field', async (path, form, error) => {
  expect(await post(path, form)).toMatchObject({ init: { status: 400 }, data: { error } })
})

test('a password of five megabytes is rejected before it is hashed', async () => {
  const threads = vi.spyOn(Piscina.prototype, 'run')
  const result = await post('/auth', { ...CREDENTIALS, password: 'x'.repeat(5_000_000) })
  expect(result).toMatchObject({ init: { status: 400 } })
  expect(threads).not.toHaveBeenCalled()
  threads.mockRestore()
})

test('/auth redirects signed-in people to the home page', async () => {
  for (const handler of [loader, action]) {
    const request = await requestAs(ada, '/auth', handler === action ? CREDENTIALS : undefined)
    const response = await answer<unknown>(handler({ request, ...context }))
    expect((response as Response).headers.get('Location')).toBe('/')
  }
})

test('an emailed link moves its token to a cookie, and opening it changes nothing', async () => {
  const eve = await makeProfile({ confirmed_at: null })
  const token = await issueToken(eve.id, 'CONFIRM')
  const opened = (await answer(
    confirmLoader({ request: await requestAs(null, `/auth/confirm?token=${token}`), ...context }),
  )) as Response
  expect(opened.status).toBe(303)
  expect(opened.headers.get('Location')).toBe('/auth/confirm')
  expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(opened.headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax/)

  const page = await requestAs(null, '/auth/confirm')
  page.headers.set('Cookie', cookiesOf(opened))
  expect(await confirmLoader({ request: page, ...context })).toMatchObject({ owner: { name: 'Ada', email: eve.email } })
  expect(await db.selectFrom('tokens').select('purpose').execute()).toHaveLength(1)

  const press = async () => {
    const request = await requestAs(null, '/auth/confirm', {})
    request.headers.set('Cookie', cookiesOf(opened))
    return confirm({ request, ...context })
  }
  const confirmed = (await press()) as Response
  expect(confirmed.headers.get('Location')).toBe('/')
  const home = new Request('http://localhost:3000/', { headers: { Cookie: cookiesOf(confirmed) } })
  expect(await findUser(home)).toMatchObject({ id: eve.id })
  expect(await press()).toMatchObject({ init: { status: 400 } })
})

test('a reset sets the password once and does not sign in', async () => {
  const token = await issueToken(ada.id, 'RESET')
  const opened = (await answer(
    resetLoader({ request: await requestAs(null, `/auth/reset?token=${token}`), ...context }),
  )) as Response
  const send = async (password: string, passwordAgain = password) => {
    const request = await requestAs(null, '/auth/reset', { password, passwordAgain })
    request.headers.set('Cookie', cookiesOf(opened))
    return reset({ request, ...context })
  }
  expect(await send('battery staple', 'battery stable')).toMatchObject({ init: { status: 400 } })
  expect(await send('ada@example.com')).toMatchObject({ init: { status: 400 } })
  const done = (await send('battery staple')) as Response
  expect(done.headers.get('Location')).toBe('/auth')
  expect(
    await findUser(new Request('http://localhost:3000/', { headers: { Cookie: cookiesOf(done) } })),
  ).toBeUndefined()
  expect(await send('once again')).toMatchObject({ init: { status: 400 } })
})

test('an unknown reset token is not accepted', async () => {
  const opened = (await answer(
    resetLoader({ request: await requestAs(null, `/auth/reset?token=${'a'.repeat(43)}`), ...context }),
  )) as Response
  const request = await requestAs(null, '/auth/reset')
  request.headers.set('Cookie', cookiesOf(opened))
  expect(await resetLoader({ request, ...context })).toMatchObject({ owner: undefined })
})

test('signing out requires POST', async () => {
  expect(await answer(Promise.resolve().then(signOutLoader))).toMatchObject({ status: 405 })
  const live = await requestAs(ada, '/session')
  const cookie = live.headers.get('Cookie')!
  const request = await requestAs(null, '/sign-out', {})
  request.headers.set('Cookie', cookie)
  const response = await signOut({ request, ...context })
  expect(response.headers.get('Location')).toBe('/')
  expect(await (await session({ request: live, ...context })).json()).toEqual({ isSignedIn: false })
})
