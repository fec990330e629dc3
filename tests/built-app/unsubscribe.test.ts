import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { readUnsubscribeToken, unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { makeProfile } from '../factories'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'
import { fingerprintTables } from '../setup/table-fingerprints'

let app: BuiltApp
beforeAll(async () => {
  app = await startBuiltApp({ SESSION_SECRET: process.env.SESSION_SECRET! })
})
afterAll(() => app?.stop())

const rhythmOf = async (id: string) =>
  (await db.selectFrom('profiles').select('mail_rhythm').where('id', '=', id).executeTakeFirstOrThrow()).mail_rhythm

const pathFor = (id: string) => `/unsubscribe/${unsubscribeToken(id)}`

/** What a mail program sends: no cookies and no Origin. */
const oneClick = (path: string, type: string, body: string) =>
  fetch(`http://127.0.0.1:${app.port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': type },
    body,
  })

const URLENCODED = ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'] as const
const MULTIPART = [
  'multipart/form-data; boundary=cut',
  '--cut\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--cut--\r\n',
] as const

test.each([URLENCODED, MULTIPART])('one click in a mail program stops the mails, sent as %s', async (type, body) => {
  const ada = await makeProfile()
  const response = await oneClick(pathFor(ada.id), type, body)
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await rhythmOf(ada.id)).toBe('NEVER')
  expect((await oneClick(pathFor(ada.id), type, body)).status).toBe(200)
})

test('opening the link changes nothing, and its page asks for which address', async () => {
  const ada = await makeProfile({ email: 'ada@example.com' })
  const before = await fingerprintTables()
  const { status, body, headers } = await ask(app.port, pathFor(ada.id))
  expect(status).toBe(200)
  expect(body).toContain('a…@example.com')
  expect(body).not.toContain('ada@example.com')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(body).toContain('noindex')
  expect(await fingerprintTables()).toEqual(before)
})

test('the button of the page stops the mails, and the page says so', async () => {
  const ada = await makeProfile()
  const sent = await ask(app.port, pathFor(ada.id), { form: {} })
  expect(sent.status).toBe(200)
  expect(sent.body).toContain('You are unsubscribed')
  expect(await rhythmOf(ada.id)).toBe('NEVER')
})

test('a link that was cut short, changed or signed elsewhere changes nothing and says so', async () => {
  const ada = await makeProfile()
  const token = unsubscribeToken(ada.id)
  const grace = unsubscribeToken(crypto.randomUUID())
  const wrong = [
    token.slice(0, 40),
    `${token}a`,
    grace.slice(0, 22) + token.slice(22),
    token.slice(0, 22) + grace.slice(22),
    'x',
  ]
  const before = await fingerprintTables()
  for (const one of [...wrong, grace]) {
    const { status, body } = await ask(app.port, `/unsubscribe/${one}`)
    expect([status, body.includes('This link does not work')]).toEqual([404, true])
    expect((await oneClick(`/unsubscribe/${one}`, ...URLENCODED)).status).toBe(404)
  }
  for (const one of wrong) expect(readUnsubscribeToken(one)).toBeUndefined()
  expect(await rhythmOf(ada.id)).toBe('WEEKLY')
  expect({ ...(await fingerprintTables()), rate_limits: undefined }).toEqual({ ...before, rate_limits: undefined })
})

test('wrong links are limited for an address', async () => {
  const codes = new Set<number>()
  for (let n = 0; n < 125; n++) codes.add((await oneClick('/unsubscribe/x', ...URLENCODED)).status)
  expect([...codes].sort()).toEqual([404, 429])
})
