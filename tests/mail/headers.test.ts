import { afterEach, expect, test } from 'vitest'
import { env } from '~/env.server'
import { deliver, type MailError } from '~/mail/transport.server'
import { SAMPLES } from './samples'
import { refusal, type Sink, startSink } from './smtp-sink'

let sink: Sink | undefined
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink?.stop()
})

/** The headers of a mail as it arrived, unfolded. */
async function headersOf(name: string, id?: string) {
  sink = await startSink()
  env.SMTP_URL = sink.url
  await deliver({ ...SAMPLES[name]!, id })
  return sink.received[0]!.split('\r\n\r\n')[0]!
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
}

const namesOf = (headers: string[]) => headers.map((header) => header.split(':')[0])

test.each(['digest', 'alert', 'still-using', 'approved', 'decisions'])(
  'the mail %s can be unsubscribed from by one click of the mail program',
  async (name) => {
    const headers = await headersOf(name)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [unsubscribe] = headers.filter((header) => header.startsWith('List-Unsubscribe: '))
    expect(unsubscribe).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/unsubscribe\/[\w-]{48}>$/)
    expect(SAMPLES[name]!.text).toContain(unsubscribe!.slice(19, -1))
    expect(headers).toContainEqual(
      expect.stringMatching(/^List-ID: "?Notifications of Lifetime Ledger"? <notifications\.localhost>$/i),
    )
    expect(headers).toContain('Auto-Submitted: auto-generated')
  },
)

test.each(['confirm', 'taken', 'reset', 'password-changed', 'contact', 'contact-copy'])(
  'the mail %s is no list mail',
  async (name) => {
    const headers = await headersOf(name)
    expect(namesOf(headers).filter((header) => header?.startsWith('List-'))).toEqual([])
    expect(headers).toContain('Auto-Submitted: auto-generated')
  },
)

test('the Message-ID is the same for each attempt at a mail', async () => {
  const id = '0198c0de-0000-7000-8000-000000000003'
  expect(await headersOf('digest', id)).toContain(`Message-ID: <${id}@localhost>`)
})

test('a refusal of the recipient is distinguished from one of the sender or the content', async () => {
  const outcome = async () => deliver(SAMPLES.digest!).catch((error: MailError) => error)
  sink = await startSink({ onRcptTo: (_to, _session, done) => done(refusal(550, 'no such user')) })
  env.SMTP_URL = sink.url
  expect(await outcome()).toMatchObject({ rejectionCode: 550, isRecipientRejected: true })
  await sink.stop()
  sink = await startSink({ onMailFrom: (_from, _session, done) => done(refusal(553, 'no relaying')) })
  env.SMTP_URL = sink.url
  expect(await outcome()).toMatchObject({ rejectionCode: 553, isRecipientRejected: false })
})
