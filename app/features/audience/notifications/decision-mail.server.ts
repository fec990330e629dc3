import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import type { ContributionKind } from '~/features/contributions/kinds/kinds'
import type { DueMail, MemberMail } from '~/features/people/mails/mails.server'
import { type DecisionItem, decisionsMade } from '~/mail/decisions-made.server'
import type { Mail } from '~/mail/transport.server'
import type { StoredNotification } from './notice-data'
import { describeNotification } from './notices'

/**
 * Writes mails about decisions from their notifications. Decisions that were undone have none any more; those whose
 * contribution was resubmitted or deleted are left out.
 */
export async function writeDecisions(mails: DueMail<MemberMail>[]): Promise<Map<string, Mail>> {
  const decided = await listDecided(mails)
  const written = new Map<string, Mail>()
  for (const { id, user_id, email } of mails) {
    const own = decided.filter(({ mail_id }) => mail_id === id)
    if (own[0])
      written.set(id, decisionsMade({ id: user_id, email }, { name: own[0].name, decisions: own.map(itemOf) }))
  }
  return written
}

type Decided = Awaited<ReturnType<typeof listDecided>>[number]

function itemOf({ kind, data, slug, published }: Decided): DecisionItem {
  const notification = { kind, data } as unknown as StoredNotification & { kind: 'contribution_decided' }
  const deal = slug === null ? null : { slug, published: published === true }
  const { title, name = title, text, path, action } = describeNotification(notification, deal)
  const { decision, contribution } = notification.data
  const outcome = decision === 'APPROVED' ? (APPROVED[contribution] ?? 'Published') : OTHERS[decision]
  return { outcome, isBad: decision !== 'APPROVED', title, name, text, url: env.SITE_URL + path, action }
}

const APPROVED: Partial<Record<ContributionKind, string>> = { suggestion: 'Accepted', purchase_proof: 'Checked' }
const OTHERS = { REJECTED: 'Not published', CHANGES_REQUESTED: 'Needs a change' }

function listDecided(mails: DueMail<MemberMail>[]) {
  const ids = mails.map(({ id }) => id)
  return db
    .selectFrom('notifications')
    .innerJoin('profiles', 'profiles.id', 'notifications.user_id')
    .innerJoin('decisions', (join) => join.on(sql`'decision:' || decisions.id`, '=', sql`notifications.cause`))
    .innerJoin('moderation_items as item', (join) =>
      join.onRef('item.id', '=', 'decisions.subject_id').onRef('item.kind', '=', 'decisions.kind'),
    )
    .leftJoin('deals', 'deals.id', 'notifications.deal_id')
    .select(['mail_id', 'profiles.name', 'notifications.kind', 'notifications.data', 'deals.slug', 'deals.published'])
    .where('mail_id', 'in', ids)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`item.status::text = decisions.decision::text`)
    .orderBy('notifications.created_at')
    .execute()
}
