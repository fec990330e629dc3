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

/** Notifies an author of a decision. Their own words are left out. */
export function decisionMade(reader: Reader, { contribution, decision, reason, note, isEdit }: DecisionMade) {
  const { subject, text, action = 'See your contributions' } = wordsOf(decision, `Your ${contribution}`)
  const why = [reason && `${reason}.`, note].filter(Boolean).join(' ')
  const isRejected = decision === 'REJECTED'
  const paragraphs = [
    text,
    decision !== 'APPROVED' && why && (isRejected ? `Reason: ${why}` : why),
    decision !== 'APPROVED' && isEdit && 'Readers see the earlier text.',
    isRejected && 'You can edit and resubmit it.',
  ].filter((paragraph): paragraph is string => Boolean(paragraph))
  return letter({
    to: reader.email,
    reader: reader.id,
    subject,
    preview: text,
    blocks: [
      { kind: 'heading', text: subject },
      ...paragraphs.map((paragraph): Block => ({ kind: 'paragraph', text: paragraph })),
      { kind: 'button', link: { label: action, url: `${env.SITE_URL}/account/contributions` } },
    ],
    finePrint: [
      [{ text: "You're getting this because a moderator decided on something you sent us." }],
      [unsubscribe(reader.id, 'Unsubscribe from all emails')],
    ],
  })
}

type Words = { subject: string; text: string; action?: string }

function wordsOf(decision: DecisionMade['decision'], your: string): Words {
  switch (decision) {
    case 'APPROVED':
      return {
        subject: `${your} is published`,
        text: `${your} was approved and is published. Thank you.`,
      }
    case 'CHANGES_REQUESTED':
      return {
        subject: `${your} needs a change`,
        text: 'A moderator asks you for a change before we can publish it.',
        action: 'Edit and resubmit',
      }
    case 'REJECTED':
      return {
        subject: `${your} wasn't published`,
        text: 'A moderator rejected it.',
      }
  }
}
