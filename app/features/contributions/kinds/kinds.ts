import type { Decision as DecisionName } from '~/db/schema'
import { answerPath } from '~/features/contributions/answers/vendor-answer'
import type { IconName } from '~/ui/icon'

/** What staff can do with a waiting item: the label of its button, and the past tense for toasts and histories. */
type Verb = { label: string; done: string }

/** What the screens say about one kind of waiting item. Its rules are in a server module of the kind. */
type KindSpec = {
  /** Its arm of the view `moderation_items`. */
  table: (typeof MODERATED_TABLES)[number]
  /** In addresses: /admin/queue/<segment>/<id>. */
  segment: string
  /** Whether decisions on it are in the public list and its figures. */
  isPublic?: boolean
  /** Its group in the queue, see `RANK_TITLES`; what affects owners waits in the first one instead. */
  rank: number
  icon: IconName
  /** At the start of a sentence; in a sentence it begins with a small letter. */
  label: string
  /** Of its tab. */
  title: string
  /** Between the label and the subject: "Review of Quillstack". */
  preposition: string
  /** `path`: the form that approves it, where that takes more than one press. */
  approve: Verb & { path?(id: string): string }
  reject: Verb & {
    /** Asks for a reason from the list. Otherwise one press rejects. */
    hasReason: boolean
    /** The only thing asked with a rejection, instead of a reason from the list. It is recorded as "No evidence". */
    asks?: string
    /** Leaves everything as it is, so that its button does not warn. */
    isHarmless?: boolean
  }
  /** A second way to reject, after which nothing of the kind is made about the deal any more. */
  stop?: Verb
  /** What follows when an approved one is reopened, for the question before. */
  reopening?: string
  /** Only for what its author can edit and resubmit. */
  requestChanges?: Verb
  /** Whether several can be approved at once. */
  isBulkApproved?: boolean
  /** The form of the vendor's answer to an approved one; of a text of a review, `id` is that of the review. */
  answerPath?(id: string): string
  /** The specified screen that is a view of it, with its tabs by status. */
  view?: string
}

const MODERATED_TABLES = [
  'review_versions',
  'follow_ups',
  'purchase_proofs',
  'comments',
  'change_logs',
  'deal_suggestions',
  'contact_messages',
  'deal_alerts',
  'review_alerts',
] as const

const approve: Verb = { label: 'Approve', done: 'approved' }
const reject = { label: 'Reject', done: 'rejected', hasReason: true }
/** A text of a member, which can be sent back. */
const TEXT = { approve, reject, requestChanges: { label: 'Ask for a change', done: 'sent back' }, isPublic: true }
/** A doubt about whether a deal is available. */
const DOUBT = {
  approve: { label: 'Set expired', done: 'confirmed' },
  reject: { label: 'Still available', done: 'dismissed', hasReason: false, isHarmless: true },
}

/** In the order of the tabs. */
const KIND_SPECS = {
  change_log: {
    ...TEXT,
    table: 'change_logs',
    segment: 'change-reports',
    rank: 4,
    icon: 'badge-check',
    label: 'Change report',
    title: 'Change reports',
    preposition: 'on',
    answerPath: (id) => answerPath('change-logs', id),
    reopening: 'Until then it is not public, the karma earned is taken back, and so is a value that it set.',
    view: '/admin/change-logs',
  },
  ended_report: {
    ...DOUBT,
    table: 'deal_alerts',
    segment: 'ended-reports',
    isPublic: true,
    rank: 2,
    icon: 'hourglass',
    label: 'Ended report',
    title: 'Ended reports',
    preposition: 'on',
  },
  review_report: {
    table: 'review_alerts',
    segment: 'review-reports',
    isPublic: true,
    rank: 3,
    icon: 'flag',
    label: 'Reported review',
    title: 'Reported reviews',
    preposition: 'of',
    approve: { label: 'Keep it', done: 'kept' },
    reject: { label: 'Remove the review', done: 'removed', hasReason: true },
    reopening: 'Its reports are open again.',
  },
  review: {
    ...TEXT,
    table: 'review_versions',
    segment: 'reviews',
    rank: 5,
    icon: 'message-square-text',
    label: 'Review',
    title: 'Reviews',
    preposition: 'of',
    answerPath: (id) => answerPath('reviews', id),
    reopening: 'Until then readers see its earlier text. Without one it is not public, and its karma is taken back.',
    view: '/admin/reviews',
  },
  follow_up: {
    ...TEXT,
    table: 'follow_ups',
    segment: 'updates',
    rank: 5,
    icon: 'history',
    label: 'Update',
    title: 'Updates',
    preposition: 'on',
  },
  purchase_proof: {
    table: 'purchase_proofs',
    segment: 'proofs',
    isPublic: true,
    rank: 5,
    icon: 'receipt',
    label: 'Proof of purchase',
    title: 'Proofs',
    preposition: 'of',
    approve: { label: 'Purchase verified', done: 'verified' },
    reject: { label: 'Not enough', done: 'refused', hasReason: true, asks: 'Reason' },
    reopening: 'Until then the purchase does not count as verified.',
  },
  comment: {
    table: 'comments',
    segment: 'comments',
    isPublic: true,
    rank: 6,
    icon: 'messages-square',
    label: 'Comment',
    title: 'Comments',
    preposition: 'on',
    approve,
    reject: { ...reject, hasReason: false },
    isBulkApproved: true,
    view: '/admin/comments',
  },
  broken_link: {
    ...DOUBT,
    table: 'deal_alerts',
    segment: 'broken-links',
    rank: 7,
    icon: 'link',
    label: 'Broken link',
    title: 'Broken links',
    preposition: 'of',
  },
  page_difference: {
    table: 'deal_alerts',
    segment: 'page-differences',
    rank: 7,
    icon: 'globe',
    label: 'Page difference',
    title: 'Page differences',
    preposition: 'of',
    approve: { label: 'Apply', done: 'applied' },
    reject: { label: 'Ignore this value', done: 'ignored', hasReason: false },
    stop: { label: 'Stop watching this deal', done: 'ignored' },
  },
  suggestion: {
    table: 'deal_suggestions',
    segment: 'suggestions',
    rank: 7,
    icon: 'file-pen-line',
    label: 'Suggestion',
    title: 'Suggestions',
    preposition: 'of',
    approve: { label: 'Make a draft', done: 'drafted', path: (id) => `/admin/deals/new?suggestion=${id}` },
    reject,
  },
  contact_message: {
    table: 'contact_messages',
    segment: 'contact',
    rank: 7,
    icon: 'mail',
    label: 'Contact message',
    title: 'Contact',
    preposition: 'from',
    approve: { label: 'Answered', done: 'marked as answered' },
    reject: { label: 'Spam', done: 'marked as spam', hasReason: false },
  },
} satisfies Record<string, KindSpec>

/** As in the columns `moderation_items.kind`, `decisions.kind` and `audit_log.entity_type`. */
export type Kind = keyof typeof KIND_SPECS
export const KINDS = Object.keys(KIND_SPECS) as Kind[]

/** `noun`: its label in a sentence. */
export function specOf(kind: Kind): KindSpec & { noun: string } {
  const spec = KIND_SPECS[kind]
  return { ...spec, noun: spec.label.toLowerCase() }
}

/** The kind with this name or segment of an address. */
export function findKind(text: string | null | undefined): Kind | undefined {
  return KINDS.find((kind) => kind === text || KIND_SPECS[kind].segment === text)
}

/** The past tense of a decision: "approved", "sent back". */
export function pastTense(kind: Kind, decision: DecisionName) {
  const { approve, reject, requestChanges } = specOf(kind)
  const verbs = { APPROVED: approve, REJECTED: reject, CHANGES_REQUESTED: requestChanges }
  return verbs[decision]?.done ?? decision
}

/** Error title when a decision could not be saved (spec §8). */
export const decisionFailure = (kind: Kind) => `Failed to moderate ${specOf(kind).noun}`

/** The same for a form of the queue, which names its kind. */
export function queueFailure(form: { get(name: string): unknown }) {
  const kind = findKind(String(form.get('kind')))
  return kind ? decisionFailure(kind) : 'Failed to save the decision'
}

/** The groups of the queue by rank, in their order. */
export const RANK_TITLES: Record<number, string> = {
  1: 'Affects people who bought it',
  2: 'Reported as ended',
  3: 'Reports of abuse',
  4: 'Change reports',
  5: 'Reviews',
  6: 'Comments',
  7: 'The rest',
}

/** What members submit, and can take back. */
export const CONTRIBUTION_KINDS = [
  'review',
  'follow_up',
  'purchase_proof',
  'comment',
  'change_log',
  'suggestion',
] as const satisfies Kind[]
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number]

/** "review of Quillstack", in a sentence. */
export function contributionOn(kind: ContributionKind, deal: string) {
  const { noun, preposition } = specOf(kind)
  return `${noun} ${preposition} ${deal}`
}
