import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { addMail } from '~/features/people/mails/mails.server'
import { log } from '~/log.server'
import { confirmEmail } from '~/mail/account-mails.server'
import { deliver, type MailError, openMailConnection } from '~/mail/transport.server'
import { makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { refusal, type Sink, startSink } from './smtp-sink'

const { SITE_URL } = env
let sink: Sink | undefined
afterEach(async () => {
  env.SMTP_URL = undefined
  env.SITE_URL = SITE_URL
  vi.restoreAllMocks()
  await sink?.stop()
  sink = undefined
})

async function queueTo(server: Sink) {
  sink = server
  env.SMTP_URL = server.url
  const profile = await makeProfile({ confirmed_at: null })
  await addMail(db, { to: { address: profile.email }, kind: 'confirm' })
  return profile
}

test('an email is sent once, as text and HTML', async () => {
  const profile = await queueTo(await startSink())
  await sendQueuedMails()
  expect(sink!.received).toHaveLength(1)
  const [mail] = sink!.received
  expect(mail).toContain(`To: ${profile.email}`)
  expect(mail).toContain('From: Lifetime Ledger <no-reply@localhost.invalid>')
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
  expect(await listQueuedMails()).toEqual([])
})

test.each([
  [
    'answers 451',
    { onRcptTo: (_to: unknown, _session: unknown, done: (error: Error) => void) => done(refusal(451, 'later')) },
  ],
  ['answers 421', { onConnect: (_session: unknown, done: (error: Error) => void) => done(refusal(421, 'busy')) }],
])('an email is retried later after the mail server %s', async (_how, behaviour) => {
  await queueTo(await startSink(behaviour))
  await sendQueuedMails()
  const [waiting] = await listQueuedMails()
  expect(waiting).toMatchObject({ kind: 'confirm', failures: 1 })
  expect(waiting!.send_after.getTime()).toBeGreaterThan(Date.now() + 5_000)
})

test.each([
  ['the recipient', { onRcptTo: (_to, _session, done) => done(refusal(550, 'no such user')) }, 550],
  ['the sender', { onMailFrom: (_from, _session, done) => done(refusal(553, 'no relaying')) }, 553],
  [
    'the content',
    {
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554, 'this is spam')))
      },
    },
    554,
  ],
] satisfies [string, SMTPServerOptions, number][])(
  'an email is not retried after the mail server permanently rejects %s, and the failure is logged',
  async (_what, behaviour, answer) => {
    const profile = await queueTo(await startSink(behaviour))
    await sendQueuedMails()
    expect(await listQueuedMails()).toEqual([])
    const entries = await db.selectFrom('audit_log').select(['action', 'entity_id', 'detail']).execute()
    expect(entries).toEqual([{ action: 'mail.failed', entity_id: profile.id, detail: { mail: 'confirm', answer } }])
  },
)

test('an email is retried after failed SMTP authentication, which says nothing about the email', async () => {
  const server = await startSink({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusal(535, 'no')),
  })
  await queueTo(server)
  env.SMTP_URL = server.url.replace('//', '//user:password@')
  await sendQueuedMails()
  expect(await listQueuedMails()).toMatchObject([{ kind: 'confirm', failures: 1 }])
})

test('an email is flagged as failed after five attempts without a mail server', async () => {
  const server = await startSink()
  await queueTo(server)
  await server.stop()
  sink = undefined
  const pauses: number[] = []
  for (let tries = 0; tries < 5; tries++) {
    await sendQueuedMails()
    for (const { send_after } of await listQueuedMails()) pauses.push(send_after.getTime() - Date.now())
  }
  expect(await listQueuedMails()).toEqual([])
  expect(pauses).toHaveLength(4)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses[3]).toBeGreaterThan(4 * pauses[0]!)
  const entries = await db.selectFrom('audit_log').select(['action', 'detail']).execute()
  expect(entries).toEqual([{ action: 'mail.failed', detail: { mail: 'confirm' } }])
})

test('an email that was deferred is delivered once the mail server accepts it', async () => {
  let isWell = false
  const server = await startSink({
    onMailFrom: (_from, _session, done) => done(isWell ? null : refusal(451, 'later')),
  })
  await queueTo(server)
  await sendQueuedMails()
  isWell = true
  await sendQueuedMails()
  expect(server.received).toHaveLength(1)
})

test('an email whose delivery was not confirmed is sent once more, not twice', async () => {
  let taken = 0
  const server = await startSink({
    // Accepts everything and never confirms it.
    onData(stream) {
      stream.resume().on('end', () => {
        taken++
        server.cut()
      })
    },
  })
  await queueTo(server)
  for (let tries = 0; tries < 4; tries++) await sendQueuedMails()
  expect(taken).toBe(2)
})

test('several emails share a connection; the one that breaks it is unknown, and the next has a new one', async () => {
  let connections = 0
  let isBreaking = false
  const server = await startSink({
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => (isBreaking ? server.cut() : done()))
    },
  })
  sink = server
  env.SMTP_URL = server.url
  const connection = openMailConnection()!
  const send = (to: string) => deliver(confirmEmail(to, 'token'), connection)
  await send('ada@example.com')
  await send('ben@example.com')
  expect(connections).toBe(1)

  isBreaking = true
  const error: MailError = await send('cleo@example.com').catch((reason) => reason)
  expect(error).toMatchObject({ mayHaveArrived: true, rejectionCode: undefined })

  isBreaking = false
  await send('dan@example.com')
  expect(connections).toBe(2)
  connection.close()
})

test('an email that the server rejects leaves the shared connection to the others', async () => {
  const server = await startSink({
    onRcptTo: ({ address }, _session, done) => done(address === 'gone@example.com' ? refusal(550, 'gone') : null),
  })
  sink = server
  env.SMTP_URL = server.url
  const connection = openMailConnection()!
  const error: MailError = await deliver(confirmEmail('gone@example.com', 'token'), connection).catch(
    (reason) => reason,
  )
  expect(error).toMatchObject({ mayHaveArrived: false, rejectionCode: 550, isRecipientRejected: true })
  await deliver(confirmEmail('ada@example.com', 'token'), connection)
  expect(server.received).toHaveLength(1)
  connection.close()
})

test('the TLS certificate of a remote mail server is verified', async () => {
  const server = await startSink({ secure: true, disabledCommands: [] })
  sink = server
  env.SMTP_URL = server.url.replace('smtp:', 'smtps:')
  const mail = confirmEmail('ada@example.com', 'token')
  await deliver(mail)
  expect(server.received).toHaveLength(1)

  // The same server at an address other than loopback.
  env.SMTP_URL = env.SMTP_URL.replace('127.0.0.1', '0.0.0.0')
  await expect(deliver(mail)).rejects.toThrow(/certificate|self-signed/i)
  expect(server.received).toHaveLength(1)
})

test('no email is sent to a remote mail server without TLS', async () => {
  const server = await startSink()
  sink = server
  env.SMTP_URL = server.url.replace('127.0.0.1', '0.0.0.0')
  await expect(deliver(confirmEmail('ada@example.com', 'token'))).rejects.toThrow(/STARTTLS|TLS/i)
  expect(server.received).toHaveLength(0)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'without a mail server, a site at %s prints the link of an email',
  async (siteUrl) => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    env.SITE_URL = siteUrl
    await deliver(confirmEmail('ada@example.com', 'the-token'))
    expect(String(print.mock.calls)).toContain(`${siteUrl}/auth/confirm?token=the-token`)
  },
)

test('without a mail server, a public site prints no links and logs once where emails are written', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const warn = vi.spyOn(log, 'warn')
  env.SITE_URL = 'https://deals.example.com'
  await deliver(confirmEmail('ada@example.com', 'the-token'))
  await deliver(confirmEmail('ben@example.com', 'the-token'))
  expect(print).not.toHaveBeenCalled()
  expect(warn.mock.calls).toEqual([['No SMTP_URL is set: emails are written to DATA_DIR/mail']])
})
