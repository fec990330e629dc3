import { answerPath } from '~/features/contributions/answers/vendor-answer'
import type { IconName } from '~/ui/icon'

/** What staff can do with a waiting item: the label of its button, and the past tense for toasts and histories. */
type Verb = {
  label: string
  done: string
  /** The key of its button; A for an approval and R for a rejection do the same. */
  key?: string
}

/** What the screens say about one kind of waiting item. Its queries are in the server module beside it. */
export type KindSpec = {
  /** In addresses: /admin/queue/<segment>/<id>. */
  segment: string
  /** Whether decisions on it are in the public list and its figures. */
  isPublic: boolean
  /** Its group in the queue, see `RANK_TITLES`; what affects owners waits in the first one instead. */
  rank: number
  icon: IconName
  /** At the start of a sentence. */
  label: string
  /** In a sentence. */
  noun: string
  /** In a short button: "Reject the report". */
  shortNoun: string
  /** Of its tab. */
  title: string
  /** Between the label and the subject: "Review of Quillstack". */
  preposition: string
  approve: Verb & {
    /** The form that approves it, where that takes more than one press. */
    path?(id: string): string
  }
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
  /** Whether a button releases the item and opens the next one. */
  canWait?: boolean
  /** Whether the key A approves it in the list. Otherwise it opens the item, because the decision needs a closer look. */
  isApprovedInList?: boolean
  /** Whether several can be approved at once. */
  isBulkApproved?: boolean
  /** The form of the vendor's answer to an approved one. */
  answerPath?(id: string): string
  /** The specified screen that is a view of it, with its tabs by status. */
  view?: string
}

/** What the screens say about each kind of waiting item, in the order of the tabs. */
export const KIND_SPECS = {
  change_log: {
    segment: 'change-reports',
    isPublic: true,
    rank: 4,
    icon: 'badge-check',
    label: 'Change report',
    noun: 'change report',
    shortNoun: 'report',
    title: 'Change reports',
    preposition: 'on',
    approve: { label: 'Approve', done: 'approved' },
    reject: { label: 'Reject', done: 'rejected', hasReason: true },
    requestChanges: { label: 'Ask for a change', done: 'sent back' },
    answerPath: (id) => answerPath('change-logs', id),
    reopening: 'Until then it is not public, the karma earned is taken back, and so is a value that it set.',
    view: '/admin/change-logs',
  },
  ended_report: {
    segment: 'ended-reports',
    isPublic: true,
    rank: 2,
    icon: 'hourglass',
    label: 'Ended report',
    noun: 'ended report',
    shortNoun: 'report',
    title: 'Ended reports',
    preposition: 'on',
    approve: { label: 'Set expired', done: 'confirmed' },
    reject: { label: 'Still available', done: 'dismissed', hasReason: false, isHarmless: true },
  },
  review_report: {
    segment: 'review-reports',
    isPublic: true,
    rank: 3,
    icon: 'flag',
    label: 'Reported review',
    noun: 'reported review',
    shortNoun: 'review',
    title: 'Reported reviews',
    preposition: 'of',
    approve: { label: 'Keep it', done: 'kept' },
    reject: { label: 'Remove the review', done: 'removed', hasReason: true },
    reopening: 'Its reports are open again.',
  },
  review: {
    segment: 'reviews',
    isPublic: true,
    rank: 5,
    icon: 'message-square-text',
    label: 'Review',
    noun: 'review',
    shortNoun: 'review',
    title: 'Reviews',
    preposition: 'of',
    approve: { label: 'Approve', done: 'approved' },
    reject: { label: 'Reject', done: 'rejected', hasReason: true },
    requestChanges: { label: 'Ask for a change', done: 'sent back' },
    isApprovedInList: true,
    answerPath: (id) => answerPath('reviews', id),
    view: '/admin/reviews',
  },
  review_edit: {
    segment: 'review-edits',
    isPublic: true,
    rank: 5,
    icon: 'pencil',
    label: 'Edited review',
    noun: 'edited review',
    shortNoun: 'edit',
    title: 'Edited reviews',
    preposition: 'of',
    approve: { label: 'Approve', done: 'approved' },
    reject: { label: 'Reject', done: 'rejected', hasReason: true },
    reopening: 'Until then readers see the earlier text again.',
    requestChanges: { label: 'Ask for a change', done: 'sent back' },
  },
  follow_up: {
    segment: 'updates',
    isPublic: true,
    rank: 5,
    icon: 'history',
    label: 'Update',
    noun: 'update',
    shortNoun: 'update',
    title: 'Updates',
    preposition: 'on',
    approve: { label: 'Approve', done: 'approved' },
    reject: { label: 'Reject', done: 'rejected', hasReason: true },
    requestChanges: { label: 'Ask for a change', done: 'sent back' },
  },
  purchase_proof: {
    segment: 'proofs',
    isPublic: true,
    rank: 5,
    icon: 'receipt',
    label: 'Proof of purchase',
    noun: 'proof of purchase',
    shortNoun: 'proof',
    title: 'Proofs',
    preposition: 'of',
    approve: { label: 'Purchase verified', done: 'verified', key: 'V' },
    reject: { label: 'Not enough', done: 'refused', key: 'N', hasReason: true, asks: 'Reason' },
    canWait: true,
    reopening: 'Until then the purchase does not count as verified.',
  },
  comment: {
    segment: 'comments',
    isPublic: true,
    rank: 6,
    icon: 'messages-square',
    label: 'Comment',
    noun: 'comment',
    shortNoun: 'comment',
    title: 'Comments',
    preposition: 'on',
    approve: { label: 'Approve', done: 'approved' },
    reject: { label: 'Reject', done: 'rejected', hasReason: false },
    isBulkApproved: true,
    isApprovedInList: true,
    view: '/admin/comments',
  },
  broken_link: {
    segment: 'broken-links',
    isPublic: false,
    rank: 7,
    icon: 'link',
    label: 'Broken link',
    noun: 'broken link',
    shortNoun: 'link',
    title: 'Broken links',
    preposition: 'of',
    approve: { label: 'Set expired', done: 'confirmed' },
    reject: { label: 'Still available', done: 'dismissed', hasReason: false, isHarmless: true },
  },
  page_difference: {
    segment: 'page-differences',
    isPublic: false,
    rank: 7,
    icon: 'globe',
    label: 'Page difference',
    noun: 'page difference',
    shortNoun: 'difference',
    title: 'Page differences',
    preposition: 'of',
    approve: { label: 'Apply', done: 'applied' },
    reject: { label: 'Ignore this value', done: 'ignored', hasReason: false },
    stop: { label: 'Stop watching this deal', done: 'ignored' },
  },
  suggestion: {
    segment: 'suggestions',
    isPublic: false,
    rank: 7,
    icon: 'file-pen-line',
    label: 'Suggestion',
    noun: 'suggestion',
    shortNoun: 'suggestion',
    title: 'Suggestions',
    preposition: 'of',
    approve: { label: 'Make a draft', done: 'drafted', path: (id) => `/admin/deals/new?suggestion=${id}` },
    reject: { label: 'Reject', done: 'rejected', hasReason: true },
  },
  contact_message: {
    segment: 'contact',
    isPublic: false,
    rank: 7,
    icon: 'mail',
    label: 'Contact message',
    noun: 'contact message',
    shortNoun: 'message',
    title: 'Contact',
    preposition: 'from',
    approve: { label: 'Answered', done: 'marked as answered' },
    reject: { label: 'Spam', done: 'marked as spam', hasReason: false },
  },
} satisfies Record<string, KindSpec>
