import { env } from '~/env.server'
import type { Block } from './layout/blocks'
import { letter, type Reader } from './letter.server'
import { unsubscribe } from './unsubscribe-link.server'

type DecisionMade = {
  /** "review of Quillstack". */
  contribution: string
  decision: 'APPROVED' | 'REJECTED' | 'CHANGES_REQUESTED'
  reason: string | null
  /** Of the moderator. */
  note: string | null
  /** Whether readers see an earlier text of it, which stays. */
  isEdit?: boolean
}

/**
 * Notifies an author of a decision. Their own words are left out, and the subject names no product: it may be one that
 * they bought.
 */
export function decisionMade(reader: Reader, { contribution, decision, reason, note, isEdit }: DecisionMade) {
  const { subject, heading, text, action = 'Your contributions' } = wordsOf(decision, `Your ${contribution}`)
  const why = [reason && `${reason}.`, note].filter(Boolean).join(' ')
  const isRejected = decision === 'REJECTED'
  const paragraphs = [
    text,
    decision !== 'APPROVED' && why,
    decision !== 'APPROVED' && isEdit && 'Readers see the earlier text.',
    isRejected && 'You can edit and resubmit it.',
  ].filter((paragraph): paragraph is string => Boolean(paragraph))
  return letter({
    to: reader.email,
    reader: reader.id,
    subject,
    preview: text,
    blocks: [
      { kind: 'heading', text: heading },
      ...paragraphs.map((paragraph): Block => ({ kind: 'paragraph', text: paragraph })),
      { kind: 'button', link: { label: action, url: `${env.SITE_URL}/account/contributions` } },
    ],
    finePrint: [
      [{ text: 'Sent because a moderator decided on something that you sent us.' }],
      [unsubscribe(reader.id, 'Unsubscribe from all mails')],
    ],
  })
}

type Words = { subject: string; heading: string; text: string; action?: string }

function wordsOf(decision: DecisionMade['decision'], your: string): Words {
  switch (decision) {
    case 'APPROVED':
      return {
        subject: 'Your contribution is published',
        heading: `${your} is published`,
        text: `${your} was approved and is published. Thank you.`,
      }
    case 'CHANGES_REQUESTED':
      return {
        subject: 'Your contribution: a change is asked for',
        heading: `${your}: a change is asked for`,
        text: 'Before we can publish it, a moderator asks for a change.',
        action: 'Edit and resubmit',
      }
    case 'REJECTED':
      return {
        subject: 'Your contribution was rejected',
        heading: `${your} was rejected`,
        text: `${your} was not published.`,
      }
  }
}
