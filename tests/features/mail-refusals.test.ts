import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { sendDecisionMail } from '~/features/audience/notifications/decision-mail.server'
import { deliverOrRetry, REFUSALS_ALLOWED, resumeMails } from '~/features/people/mails/mail-retries.server'
import { queueMail } from '~/features/people/mails/mails.server'
import { passwordChanged } from '~/mail/account-mails.server'
import { makeProfile, makeReview } from '../factories'
import { sendQueuedMails } from '../jobs'
import { SAMPLES } from '../mail/samples'
import { refusal, type Sink, startSink } from '../mail/smtp-sink'
import { makeDecision } from '../staff-factories'

let sink: Sink | undefined
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink?.stop()
})

async function useMailServer(behaviour: Parameters<typeof startSink>[0] = {}) {
  await sink?.stop()
  sink = await startSink(behaviour)
  env.SMTP_URL = sink.url
  return sink
}

const refuseRecipient = {
  onRcptTo: (_to: unknown, _session: unknown, done: (e: Error) => void) => done(refusal(550, 'gone')),
}

const stateOf = async (id: string) =>
  db.selectFrom('profiles').select(['mail_refusals', 'mail_off_since']).where('id', '=', id).executeTakeFirstOrThrow()

/** Sends a mail that can be unsubscribed from; returns when it was put off to. */
async function send(userId: string, mail = SAMPLES.digest!) {
  const later: { attempts: object; runAt: Date }[] = []
  await deliverOrRetry(
    mail,
    {},
    {
      name: 'digest',
      about: { entity: 'profile', id: userId },
      retry: async (attempts, runAt) => void later.push({ attempts, runAt }),
    },
  )
  return later
}

test('five refusals of the recipient in a row stop the mails, until the member turns them on', async () => {
  const { id } = await makeProfile()
  await useMailServer(refuseRecipient)
  for (let n = 1; n < REFUSALS_ALLOWED; n++) await send(id)
  expect(await stateOf(id)).toEqual({ mail_refusals: 4, mail_off_since: null })
  await send(id)
  expect((await stateOf(id)).mail_off_since).toBeInstanceOf(Date)
  await resumeMails(id)
  expect(await stateOf(id)).toEqual({ mail_refusals: 0, mail_off_since: null })
})

test('a mail that arrives forgets the refusals before it', async () => {
  const { id } = await makeProfile()
  await useMailServer(refuseRecipient)
  for (let n = 1; n < REFUSALS_ALLOWED; n++) await send(id)
  await useMailServer()
  await send(id)
  expect(await stateOf(id)).toEqual({ mail_refusals: 0, mail_off_since: null })
})

test('a refusal of the content or the sender, or for now, does not count against the recipient', async () => {
  const { id } = await makeProfile()
  await useMailServer({ onMailFrom: (_from, _session, done) => done(refusal(553, 'no relaying')) })
  await send(id)
  await useMailServer({ onRcptTo: (_to, _session, done) => done(refusal(451, 'later')) })
  expect(await send(id)).toHaveLength(1)
  expect((await stateOf(id)).mail_refusals).toBe(0)
})

/** A decision about a review of a member. */
async function decide(author: { id: string }) {
  const review = await makeReview({ user_id: author.id, status: 'APPROVED' })
  const { id } = await makeDecision({
    subject_id: review.id,
    deal_id: review.deal_id,
    waiting_since: review.created_at,
  })
  return id
}

test.each([{ mail_rhythm: 'NEVER' as const }, { mail_off_since: new Date() }])(
  'a member with %j gets mails about the account only',
  async (state) => {
    const author = await makeProfile(state)
    const decisionId = await decide(author)
    const { received } = await useMailServer()
    await sendDecisionMail({ decisionId })
    expect(received).toEqual([])
    await queueMail('reset', author.email)
    await sendQueuedMails()
    expect(received).toHaveLength(1)
  },
)

test('above the limit a minute a mail waits without a failure, and mails about accounts go at once', async () => {
  const { id } = await makeProfile()
  const { received } = await useMailServer()
  for (let n = 0; n < 60; n++) expect(await send(id)).toEqual([])
  expect(received).toHaveLength(60)
  const [put] = await send(id)
  expect(put!.attempts).toEqual({})
  expect(put!.runAt.getTime()).toBeGreaterThan(Date.now())
  expect(put!.runAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
  expect(received).toHaveLength(60)
  await send(id, passwordChanged('ada@example.com'))
  expect(received).toHaveLength(61)
})
