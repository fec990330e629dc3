import type { Block } from './layout/blocks'
import { letter, type Reader } from './letter.server'
import { unsubscribe } from './unsubscribe-link.server'

export type DecisionItem = {
  /** "Published", or "Not published" where it is bad. */
  outcome: string
  isBad: boolean
  /** "Your review of Quillstack is published" */
  title: string
  /** "Your review of Quillstack", below the outcome. */
  name: string
  text: string
  url: string
  /** What the link asks for, such as "Edit and resubmit". */
  action?: string
}

type DecisionsMade = { name: string | null; decisions: DecisionItem[] }

/** Notifies an author of decisions. Their own words are left out. */
export function decisionsMade(reader: Reader, { name, decisions }: DecisionsMade) {
  const [first] = decisions
  const isOne = decisions.length === 1
  const { subject, heading } = isOne ? { subject: first!.title, heading: first!.title } : countOutcomes(decisions)
  return letter({
    to: reader.email,
    reader: reader.id,
    subject,
    preview: isOne ? first!.text : decisions.map(({ title }) => title).join('. '),
    blocks: [{ kind: 'heading', text: heading }, ...(isOne ? oneDecision(first!) : severalDecisions(decisions, name))],
    finePrint: [
      [{ text: `You're getting this because you sent us something.${isOne ? '' : ` ${BUNDLED}`}` }],
      [unsubscribe(reader.id, 'Unsubscribe from all emails')],
    ],
  })
}

const BUNDLED = 'Decisions within ten minutes come in one email.'

function oneDecision({
  text,
  url,
  isBad,
  action = isBad ? 'See your contributions' : 'Open it',
}: DecisionItem): Block[] {
  return [
    { kind: 'paragraph', text },
    { kind: 'button', link: { label: action, url } },
  ]
}

function severalDecisions(decisions: DecisionItem[], name: string | null): Block[] {
  return [
    { kind: 'paragraph', isMuted: true, text: `We looked at what you sent${name ? `, ${name}` : ''}.` },
    {
      kind: 'outcomes',
      items: decisions.map(({ outcome, name, ...item }) => ({ ...item, label: outcome, title: name })),
    },
  ]
}

/** "2 of your contributions are published, 1 is not" */
function countOutcomes(decisions: DecisionItem[]) {
  const published = decisions.filter(({ isBad }) => !isBad).length
  const others = decisions.length - published
  const are = (count: number) => `${count} ${count === 1 ? 'is' : 'are'}`
  if (others === 0)
    return { subject: `${published} of your contributions are published`, heading: `${published} published` }
  if (published === 0)
    return { subject: `${others} of your contributions are not published`, heading: `${others} not published` }
  return {
    subject: `${published} of your contributions ${published === 1 ? 'is' : 'are'} published, ${are(others)} not`,
    heading: `${published} published, ${others} not`,
  }
}
