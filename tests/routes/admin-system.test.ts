import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '~/env.server'
import { action } from '~/routes/admin.system'
import { makeProfile } from '../factories'
import { refusal, type Sink, startSink } from '../mail/smtp-sink'
import { answer, requestAs, toastOf } from '../requests'

let admin: Awaited<ReturnType<typeof makeProfile>>
let sink: Sink | undefined
beforeEach(async () => {
  admin = await makeProfile({ role: 'ADMIN', email: 'ada@example.com' })
})
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink?.stop()
  sink = undefined
})

async function startServer(behaviour?: SMTPServerOptions) {
  sink = await startSink(behaviour)
  env.SMTP_URL = sink.url
  return sink
}

async function press(as = admin, fields: Record<string, string> = {}) {
  const request = await requestAs(as, '/admin/system', { intent: 'send-test-mail', ...fields })
  return (await answer(action({ request, params: {}, context: {} }))) as Response
}

test("a test email goes to the admin's own address at once, whatever the form says", async () => {
  const { received } = await startServer()
  const response = await press(admin, { to: 'someone@example.com', email: 'someone@example.com' })
  expect(response.headers.get('Location')).toBe('/admin/system')
  expect(toastOf(response)).toMatchObject({
    tone: 'success',
    title: 'Sent',
    text: expect.stringContaining('ada@example.com'),
  })
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: ada@example.com')
  expect(received[0]).toContain('Subject: Test email | Lifetime Ledger')
})

test.each<[string, SMTPServerOptions, RegExp]>([
  [
    'the recipient',
    { onRcptTo: (_to, _session, done) => done(refusal(550, 'no such user')) },
    /^The mail server does not accept your address\. Details: .*550 no such user$/,
  ],
  [
    'the sender',
    { onMailFrom: (_from, _session, done) => done(refusal(553, 'no relaying')) },
    /^The mail server does not accept the sender no-reply@localhost\.invalid\. Details: .*553 no relaying$/,
  ],
  [
    'the content',
    {
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554, 'this is spam')))
      },
    },
    /^The mail server rejected the content\. Details: .*554 this is spam$/,
  ],
  [
    'the connection',
    { onConnect: (_session, done) => done(refusal(421, 'busy')) },
    /^The mail server .*\. Details: .*421.*busy$/,
  ],
])('when the mail server refuses %s, the admin reads so', async (_what, behaviour, words) => {
  await startServer(behaviour)
  const toast = toastOf(await press())
  expect(toast).toMatchObject({ tone: 'error', title: 'Not sent', stays: true, text: expect.stringMatching(words) })
})

test('when the mail server rejects the password, the admin reads so, without the password', async () => {
  const { url } = await startServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
  })
  env.SMTP_URL = url.replace('//', '//ledger:kf83mHq0Zb5Nw2xL@')
  const toast = toastOf(await press())
  expect(toast).toMatchObject({ text: expect.stringMatching(/rejected the username or password in SMTP_URL\. .*535/) })
  expect(JSON.stringify(toast)).not.toContain('kf83mHq0Zb5Nw2xL')
})

test('when no mail server answers, the admin reads so', async () => {
  const { stop } = await startServer()
  await stop()
  sink = undefined
  expect(toastOf(await press())).toMatchObject({
    tone: 'error',
    text: expect.stringMatching(/^The connection to the mail server in SMTP_URL failed\. Details: .*ECONNREFUSED/),
  })
})

test('an admin can send five test emails an hour', async () => {
  const { received } = await startServer()
  for (let sent = 0; sent < 5; sent++) await press()
  expect(toastOf(await press())).toMatchObject({
    tone: 'error',
    title: 'Not sent',
    text: 'You can send 5 an hour. Try again in 60 minutes.',
  })
  expect(received).toHaveLength(5)
})

test('a manager cannot send one', async () => {
  const { received } = await startServer()
  const response = await press(await makeProfile({ role: 'MANAGER' }))
  expect(response.status).toBe(403)
  expect(received).toEqual([])
})
