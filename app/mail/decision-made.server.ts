import { env } from '~/env.server'
import { letter } from './letter.server'

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

/** Tells an author what was decided. Their own words are left out. */
export function decisionMade(to: string, { contribution, decision, reason, note, isEdit }: DecisionMade) {
  const your = `Your ${contribution}`
  const link = { label: 'Your contributions', url: `${env.SITE_URL}/account/contributions` }
  const why = [reason && `${reason}.`, note].filter(Boolean).join(' ')
  const meanwhile = isEdit ? ['Readers see the earlier text.'] : []
  switch (decision) {
    case 'APPROVED':
      return letter({
        to,
        subject: `${your} is published`,
        link,
        paragraphs: [`${your} was approved and is published. Thank you.`],
      })
    case 'CHANGES_REQUESTED':
      return letter({
        to,
        subject: `${your}: a change is asked for`,
        link: { ...link, label: 'Edit and resubmit' },
        paragraphs: [
          `Before we can publish your ${contribution}, a moderator asks for a change.`,
          ...(why ? [why] : []),
          ...meanwhile,
        ],
      })
    case 'REJECTED':
      return letter({
        to,
        subject: `${your} was rejected`,
        link,
        paragraphs: [
          `${your} was not published.`,
          ...(why ? [why] : []),
          ...meanwhile,
          'You can edit and resubmit it.',
        ],
      })
  }
}
