import type { RejectionReason } from '~/db/schema'
import { REJECTION_REASON_LABELS, REJECTION_REASONS } from '~/features/contributions/decisions/rejection-reasons'

// The original text of /guidelines, in the parts that the page lays out.

export const REVIEW_RULES = {
  lead: 'Tell the next buyer what you would have liked to know.',
  say: [
    'What you use it for and how long',
    'What works, what does not, with one example each',
    'What changed after you bought it',
    'Whether you would buy it again at that price',
  ],
  leaveOut: [
    'Codes and links that earn you something',
    'Order numbers and private addresses',
    'What you only heard from others',
    'The same text a second time',
  ],
}

export const GUIDELINES = [
  {
    id: 'change-reports',
    title: 'Change reports',
    text: 'Report one change at a time: what it was, what it is now, since when, and a link where we can see it. Say whether it affects existing owners. Without a link we can rarely confirm a change.',
  },
  {
    id: 'availability',
    title: 'Is it still open?',
    text: 'Say what you found on the vendor\'s page today. "Still available" confirms an offer once we accept it, and makes one that reads Not confirmed count as open again.',
  },
  {
    id: 'comments',
    title: 'Comments',
    text: 'Questions and answers about the deal. Vendors may answer here, under their own name. They can also send us one answer to each review or change, which we show below it with its date.',
  },
  {
    id: 'connection',
    title: 'Your connection to the vendor',
    text: 'Got it free or earn from links? Say so in your review. People who work for the vendor or a competitor cannot review a deal. They can answer as the vendor in the comments.',
  },
  {
    id: 'reporting',
    title: 'Reporting a review',
    text: 'A review breaks these rules? Press Report below it and choose a reason. After three reports by different people, we check it. It stays public until we decide, and its author does not learn who reported it.',
  },
]

export const REASONS_TITLE = 'Why something is not published'
export const REASONS_LEAD =
  'The author of a review or a report always gets one of these reasons. A bad rating is not among them.'

export const EXPLANATIONS: Record<RejectionReason, string> = {
  SPAM: 'Advertising, referral codes, the same text on several deals.',
  NOT_ABOUT_PRODUCT: 'Only about the platform in general, or about other people.',
  CONFLICT_OF_INTEREST: 'You work for the vendor or a competitor, and did not say so.',
  ABUSIVE: 'Insults and threats. Anger about the product is fine.',
  PRIVATE_DATA: 'Order numbers, email addresses, names of support staff.',
  NO_EVIDENCE: 'A change report without a source that we can open.',
  DUPLICATE: 'It is on the page already.',
  OTHER: 'Rare, and always with a note that explains it.',
}

export const STEPS_TITLE = 'What happens after you send'
/** `link` is in the middle of a text. */
export const STEPS: { title: string; text: string; link?: { label: string; to: string; rest: string } }[] = [
  {
    title: 'It waits its turn',
    text: 'Oldest first. You see how many are ahead of yours and how long it usually takes.',
  },
  {
    title: 'A person reads it',
    text: 'We publish it, ask you for a change, or reject it with a reason. We never edit your words.',
  },
  {
    title: 'You can try again',
    text: 'Edit and resubmit as often as you like. If you think we are wrong, ',
    link: { label: 'write to us', to: '/contact', rest: ', and someone else will look at it.' },
  },
  {
    title: 'We ask again later',
    text: 'If your review says when you bought it, we ask you about it after 6, 12, 24 and 36 months. Your answer is moderated like a review and added below it with its date. The newest rating counts; your review stays as you wrote it.',
  },
]

/** The same text as Markdown, from which staff write their own. */
export function guidelinesText() {
  const list = (entries: string[]) => entries.map((entry) => `- ${entry}`).join('\n')
  const steps = STEPS.map(({ title, text, link }) => {
    const end = link ? `[${link.label}](${link.to})${link.rest}` : ''
    return `**${title}.** ${text}${end}`
  })
  return [
    '## Reviews',
    REVIEW_RULES.lead,
    '### Say',
    list(REVIEW_RULES.say),
    '### Leave out',
    list(REVIEW_RULES.leaveOut),
    ...GUIDELINES.flatMap(({ title, text }) => [`## ${title}`, text]),
    `## ${REASONS_TITLE}`,
    REASONS_LEAD,
    list(REJECTION_REASONS.map((reason) => `**${REJECTION_REASON_LABELS[reason]}.** ${EXPLANATIONS[reason]}`)),
    `## ${STEPS_TITLE}`,
    list(steps),
  ].join('\n\n')
}
