import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { addMail } from '~/features/people/mails/mails.server'
import { makeProfile } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { startSink } from './smtp-sink'

afterEach(() => {
  env.SMTP_URL = undefined
})

test('an email is retried later after the mail server accepts the connection and says nothing', async () => {
  const silent = net.createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  env.SMTP_URL = `smtp://127.0.0.1:${(silent.address() as net.AddressInfo).port}`
  const { email } = await makeProfile({ confirmed_at: null })
  // Nothing of a request waits for the mail server: the email is queued in its transaction.
  let connections = 0
  silent.on('connection', () => connections++)
  await addMail(db, { to: { address: email }, kind: 'confirm' })
  expect(connections).toBe(0)
  await sendQueuedMails()
  expect(connections).toBe(1)
  expect(await listQueuedMails()).toMatchObject([{ kind: 'confirm', failures: 1 }])
  silent.close()
})

test('an email is delivered by a mail server that takes a second for each response', async () => {
  const slowly = (done: () => void) => void setTimeout(done, 1_000)
  const sink = await startSink({
    onConnect: (_session, done) => slowly(done),
    onMailFrom: (_from, _session, done) => slowly(done),
    onRcptTo: (_to, _session, done) => slowly(done),
  })
  env.SMTP_URL = sink.url
  const { email } = await makeProfile({ confirmed_at: null })
  await addMail(db, { to: { address: email }, kind: 'confirm' })
  await sendQueuedMails()
  expect(sink.received).toHaveLength(1)
  await sink.stop()
})
