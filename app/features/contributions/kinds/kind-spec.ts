import type { IconName } from '~/ui/icon'

/** What staff can do with a waiting item: the label of its button, and the past tense for toasts and histories. */
type Verb = { label: string; done: string }

/** What the screens say about one kind of waiting item. Its queries are in the server module beside it. */
export type KindSpec = {
  /** In addresses: /admin/queue/<segment>/<id>. */
  segment: string
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
  /** Whether the key A approves it in the list. Otherwise it opens the item, because the decision needs a closer look. */
  isApprovedInList?: boolean
  /** Whether several can be approved at once. */
  isBulkApproved?: boolean
  /** The form of the vendor's answer to an approved one. */
  answerPath?(id: string): string
  /** The specified screen that is a view of it, with its tabs by status. */
  view?: string
}
