import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { addJob, type JobPayload } from '~/db/job-queue.server'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { type ContributionKind, contributionOn } from '~/features/contributions/kinds/kinds'
import { deliverOrRetry } from '~/features/people/mails/mail-retries.server'
import { getsMail } from '~/features/people/mails/mail-rhythm.server'
import { decisionMade } from '~/mail/decision-made.server'

/** Long enough for the moderator to undo a mistake before the mail is sent. */
const DELAY_MS = 60_000

/** Queues the mail about a decision to the author, in the transaction of the decision. */
export async function queueDecisionMail(trx: Trx, decisionId: string) {
  await addJob(trx, 'send_decision_mail', { decisionId }, { runAt: new Date(Date.now() + DELAY_MS) })
}

/**
 * Mails a decision to the author. Sends nothing when the decision was undone or the author resubmitted, when the
 * contribution or the account is gone, or when the author gets no mails.
 */
export async function sendDecisionMail(job: JobPayload<'send_decision_mail'>) {
  const found = await findDecision(job.decisionId)
  if (!found) return
  const { decision, reason } = found
  const mail = decisionMade(
    { id: found.author_id, email: found.email },
    {
      contribution: contributionOn(found.kind as ContributionKind, found.deal),
      decision,
      reason: reason && REJECTION_REASON_LABELS[reason],
      note: found.note,
      isEdit: found.kind === 'review_edit',
    },
  )
  await deliverOrRetry({ ...mail, id: `decision-${job.decisionId}` }, job, {
    name: 'decision',
    about: { entity: 'profile', id: found.author_id },
    retry: (attempts, runAt) => addJob(db, 'send_decision_mail', { ...job, ...attempts }, { runAt }),
  })
}

async function findDecision(id: string) {
  return db
    .selectFrom('decisions')
    .innerJoin('moderation_items as item', (join) =>
      join.onRef('item.id', '=', 'decisions.subject_id').onRef('item.kind', '=', 'decisions.kind'),
    )
    .innerJoin('profiles', 'profiles.id', 'item.author_id')
    .innerJoin('deals', 'deals.id', 'item.deal_id')
    .select(['decisions.kind', 'decisions.decision', 'decisions.reason', 'item.moderation_reason as note'])
    .select(['profiles.id as author_id', 'profiles.email', 'deals.title as deal'])
    .where('decisions.id', '=', id)
    .where('decisions.kind', 'in', ['review', 'review_edit', 'follow_up', 'comment', 'change_log'])
    .where('undone_at', 'is', null)
    .where(sql<boolean>`item.status::text = decisions.decision::text`)
    .where(getsMail)
    .executeTakeFirst()
}
