import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { signUp } from '~/features/people/accounts/sign-up.server'
import { action as authAction } from '~/routes/auth/route'
import { action, loader } from '~/routes/auth_.inbox'
import { makeProfile } from '../factories'
import { listQueuedMails } from '../jobs'
import { answer, requestAs, toastOf } from '../requests'

const context = { params: {}, context: {} }
const FORM = { name: 'Eve', email: 'eve@example.com', password: 'battery staple' }
const PLACE = '/auth/inbox?redirectTo=%2Fdeals%2Fmoorline%23record'
let cookie: string | undefined

beforeEach(() => {
  cookie = undefined
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  return () => vi.useRealTimers()
})

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

async function ask(path: string, form?: Record<string, string>) {
  const request = await requestAs(null, path, form)
  if (cookie) request.headers.set('Cookie', cookie)
  return request
}

async function submitSignUp() {
  const response = await answer(
    authAction({ request: await ask('/auth?mode=sign-up&redirectTo=%2Fdeals%2Fmoorline%23record', FORM), ...context }),
  )
  return keep(response as Response)
}

function keep(response: Response) {
  const set = response.headers.getSetCookie().find((value) => value.startsWith('mail-sent='))
  if (set) cookie = set.split(';')[0]
  return response
}

const read = async (path = PLACE) => answer<unknown>(loader({ request: await ask(path), ...context }))

async function resend(path = PLACE) {
  const told = await answer<unknown>(action({ request: await ask(path, {}), ...context }))
  return told instanceof Response ? keep(told) : told
}

async function mailsTo(email: string) {
  const queued = (await listQueuedMails()).filter((mail) => mail.email === email)
  return queued.map(({ kind, data }) => ({ kind, data }))
}

const CONFIRM = { kind: 'confirm', data: { redirectTo: '/deals/moorline#record' } }

test('the page after a sign-up shows the email, preserves the redirect and says how long to wait', async () => {
  expect((await submitSignUp()).headers.get('Location')).toBe(PLACE)
  wait(20)
  expect(await read()).toMatchObject({
    email: 'eve@example.com',
    wait: 40,
    isLast: false,
    redirectTo: '/deals/moorline#record',
  })
})

test('the email is sent again after sixty seconds, with the same place, and not before', async () => {
  await submitSignUp()
  wait(59)
  expect(await resend()).toMatchObject({
    init: { status: 429, headers: { 'Retry-After': '1' } },
    data: { error: { '': ['An email is on its way. Wait 1 more second, then try again.'] } },
  })
  expect(await mailsTo('eve@example.com')).toEqual([CONFIRM])
  wait(1)
  const again = (await resend()) as Response
  expect(again.headers.get('Location')).toBe(PLACE)
  expect(toastOf(again)).toMatchObject({ title: 'Email sent again' })
  expect(await mailsTo('eve@example.com')).toEqual([CONFIRM, CONFIRM])
  expect(await read()).toMatchObject({ wait: 60 })
})

test('a taken address gets the same page and the same answers, and its owner the mail that says so', async () => {
  const owner = await makeProfile({ email: FORM.email })
  await submitSignUp()
  expect(await read()).toMatchObject({ email: 'eve@example.com', wait: 60, isLast: false })
  wait(60)
  expect(((await resend()) as Response).headers.get('Location')).toBe(PLACE)
  expect(await mailsTo('eve@example.com')).toEqual([
    { kind: 'taken', data: {} },
    { kind: 'taken', data: {} },
  ])
  expect(await db.selectFrom('profiles').select('id').execute()).toEqual([{ id: owner.id }])
})

test('no mail leaves for a sign-up that a newer one replaced', async () => {
  await submitSignUp()
  await signUp({ ...FORM, name: 'Mallory', password: 'chosen by mallory' })
  const before = await mailsTo('eve@example.com')
  wait(60)
  expect(((await resend()) as Response).status).toBe(303)
  expect(await mailsTo('eve@example.com')).toEqual(before)
})

test('after five emails the page stops sending and says so', async () => {
  await submitSignUp()
  for (let i = 0; i < 6; i++) {
    wait(60)
    await resend()
  }
  expect(await mailsTo('eve@example.com')).toHaveLength(5)
  expect(await read()).toMatchObject({ isLast: true })
})

test('without a sign-up in this browser there is nothing to resend', async () => {
  for (const told of [await read(), await resend()]) {
    expect((told as Response).headers.get('Location')).toBe('/auth?redirectTo=%2Fdeals%2Fmoorline%23record')
  }
  expect(await listQueuedMails()).toEqual([])
})

test('a member who has confirmed meanwhile returns to the former page, and never to another site', async () => {
  const ada = await makeProfile()
  const open = async (path: string) =>
    (await answer<unknown>(loader({ request: await requestAs(ada, path), ...context }))) as Response
  expect((await open(PLACE)).headers.get('Location')).toBe('/deals/moorline#record')
  expect((await open('/auth/inbox?redirectTo=https%3A%2F%2Fevil.example')).headers.get('Location')).toBe('/')
})
