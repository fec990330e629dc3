import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import type { JobPayload } from '~/db/job-queue.server'
import type { Decision } from '~/db/schema'
import { env } from '~/env.server'
import { queueDecisionMail, sendDecisionMail } from '~/features/audience/notifications/decision-mail.server'
import { makeDeal, makeProfile, makeReview, makeReviewEdit } from '../factories'
import { listJobs } from '../jobs'
import { refusal, type Sink, startSink } from '../mail/smtp-sink'
import { makeDecision } from '../staff-factories'
import { decideOn, decisionsOn, makeStaff } from '../waiting-items'

const listDecisionMails = () => listJobs<JobPayload<'send_decision_mail'>>('send_decision_mail')

let sink: Sink | undefined
afterEach(async () => {
  env.SMTP_URL = undefined
  await sink?.stop()
  sink = undefined
})

async function useMailServer(server: Sink) {
  sink = server
  env.SMTP_URL = server.url
}

/** A decided review of "Rankfield" with its decision and author. */
async function decideReview(decision: Decision, note: string | null = null) {
  const author = await makeProfile()
  const deal = await makeDeal({ title: 'Rankfield' })
  const rejection_reason = decision === 'REJECTED' ? ('SPAM' as const) : null
  const review = await makeReview({
    deal_id: deal.id,
    user_id: author.id,
    title: 'Refund took weeks.example',
    status: decision,
    moderation_reason: note,
    rejection_reason,
  })
  const { id } = await makeDecision({
    subject_id: review.id,
    deal_id: deal.id,
    decision,
    reason: rejection_reason,
    waiting_since: review.created_at,
  })
  return { author, review, decisionId: id }
}

test('the mail about a decision waits a minute, so that a slip can be undone', async () => {
  const { decisionId } = await decideReview('APPROVED')
  const before = Date.now()
  await db.transaction().execute((trx) => queueDecisionMail(trx, decisionId))
  const [job] = await listDecisionMails()
  expect(job?.payload).toEqual({ decisionId })
  expect(job!.run_at.getTime() - before).toBeGreaterThanOrEqual(59_000)
  expect(job!.run_at.getTime() - before).toBeLessThan(75_000)
})

test.each([
  ['APPROVED', null, ['Subject: Your review of Rankfield is published', 'was approved and is published']],
  [
    'REJECTED',
    'It promotes a code.',
    ["Subject: Your review of Rankfield wasn't published", 'Spam. It promotes a code.'],
  ],
  [
    'CHANGES_REQUESTED',
    'Take out the number.',
    ['Subject: Your review of Rankfield needs a change', 'Take out the number.'],
  ],
] as const)('the author of a review that is %s reads what was decided and why', async (decision, note, expected) => {
  await useMailServer(await startSink())
  const { author, decisionId } = await decideReview(decision, note)
  await sendDecisionMail({ decisionId })
  expect(sink!.received).toHaveLength(1)
  const mail = sink!.received[0]!.replace(/=\r?\n/g, '').replace(/\r?\n /g, ' ')
  expect(mail).toContain(`To: ${author.email}`)
  expect(mail).toContain('/account/contributions')
  for (const text of expected) expect(mail).toContain(text)
  expect(mail).not.toContain('weeks.example')
})

test('the author of a rejected edit reads that the earlier text stays', async () => {
  await useMailServer(await startSink())
  const { id } = await makeReviewEdit()
  await decideOn('review_edit', await makeStaff(), id, { to: 'REJECTED', reason: 'SPAM' })
  const [decision] = await decisionsOn(id)
  await sendDecisionMail({ decisionId: decision!.id })
  const mail = sink!.received[0]!.replace(/=\r?\n/g, '').replace(/\r?\n /g, ' ')
  expect(mail).toMatch(/Your edited review of .* wasn't published/)
  expect(mail).toContain('Readers see the earlier text.')
})

test.each([
  [
    'was undone',
    async ({ decisionId }) => {
      await db.updateTable('decisions').set({ undone_at: sql`now()` }).where('id', '=', decisionId).execute()
    },
  ],
  [
    'was answered by editing the review',
    async ({ review }) => {
      const pending = { status: 'PENDING', moderation_reason: null } as const
      await db.updateTable('reviews').set(pending).where('id', '=', review.id).execute()
    },
  ],
  [
    'is about a deleted review',
    async ({ review }) => {
      await db.deleteFrom('reviews').where('id', '=', review.id).execute()
    },
  ],
  [
    'concerns a deleted account',
    async ({ author }) => {
      await db.deleteFrom('profiles').where('id', '=', author.id).execute()
    },
  ],
  [
    'concerns an unconfirmed account',
    async ({ author }) => {
      await db.updateTable('profiles').set({ confirmed_at: null }).where('id', '=', author.id).execute()
    },
  ],
] satisfies [string, (decided: Awaited<ReturnType<typeof decideReview>>) => Promise<void>][])(
  'nobody is mailed a decision that %s',
  async (_how, change) => {
    await useMailServer(await startSink())
    const decided = await decideReview('CHANGES_REQUESTED', 'Take out the number.')
    await change(decided)
    await sendDecisionMail({ decisionId: decided.decisionId })
    expect(sink!.received).toEqual([])
    expect(await listDecisionMails()).toEqual([])
  },
)

test('the mail about a decision is tried again after the mail server was busy', async () => {
  await useMailServer(await startSink({ onRcptTo: (_to, _session, done) => done(refusal(451, 'later')) }))
  const { decisionId } = await decideReview('APPROVED')
  await sendDecisionMail({ decisionId })
  const [job] = await listDecisionMails()
  expect(job).toMatchObject({ payload: { decisionId, failures: 1 } })
  expect(job!.run_at.getTime()).toBeGreaterThan(Date.now() + 5_000)
})
