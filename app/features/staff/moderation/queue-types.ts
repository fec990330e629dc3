import type { DealStatus, Decision as DecisionName, ModerationStatus, RejectionReason } from '~/db/schema'
import type { ToldCounts } from '~/features/audience/notifications/told-counts'
import type { Finding, Mark, ReportedChange, SimilarText } from '~/features/contributions/kinds/item-description'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { ProofFile } from '~/features/contributions/reviews/proof'
import type { FormResult } from '~/http/forms'
import type { ReviewDifference } from './text-difference'

/** Whoever opened an item decides it, for 15 minutes or until someone takes over. */
export type Claim = { by: string; isMine: boolean; since: Date; until: Date }

export type Author = {
  name: string | null
  since: Date | null
  approved: number
  rejected: number
  /** Purchases whose proof staff checked. */
  checkedPurchases: number
  /** Reviews that state a connection to the vendor. */
  connections: number
}

/** An item in the list. */
export type QueueLine = {
  kind: Kind
  id: string
  version: string
  rank: number
  title: string
  excerpt: string | null
  rating: number | null
  deal: { title: string; slug: string; published: boolean } | null
  waitingSince: Date
  /** Waits for more than 24 hours. */
  isOverdue: boolean
  author: Author | null
  marks: Mark[]
  claim: Claim | null
  /** Whether it can be approved together with others: a comment without links, likeness or new account. */
  isSelectable: boolean
  /** Managers do not decide on their own contributions. */
  canDecide: boolean
}

/** Five or more contributions to one deal within 24 hours around this one. */
export type Burst = {
  count: number
  /** Title of a kind and how many of it, such as ["Reviews", 4]. */
  byKind: [label: string, count: number][]
  /** How many are by accounts younger than a week. */
  youngAccounts: number
  items: {
    kind: Kind
    id: string
    status: ModerationStatus
    author: string | null
    createdAt: Date
    excerpt: string
    isThis: boolean
  }[]
}

export type HistoryEntry = {
  id: number
  at: Date
  /** In the past tense: "approved", "reopened". */
  action: string
  by: string
  detail: {
    reason?: string
    note?: string
    price?: string
    price_before?: string | null
    currency?: string
    own?: boolean
  }
}

/** An item with its whole text, as the views by status list it. */
export type ViewItem = QueueLine & {
  status: ModerationStatus
  /** "Review of Quillstack". */
  heading: string
  createdAt: Date
  /** As it was written; comments have none. */
  fullTitle: string | null
  body: string
  facts: string[]
  change: ReportedChange | null
  contact: { name: string; email: string; subject: string } | null
  /** The file that a proof of purchase is. */
  proof: ProofFile | null
  /** What members or a visit to the vendor's page found. */
  findings: Finding[]
  /** At least 60 % alike, up to five, the most similar first; then what its kind calls related. */
  similar: SimilarText[]
  /** The author, while the account exists. */
  person: (Author & { id: string; email: string }) | null
  decided: {
    status: ModerationStatus
    by: string | null
    at: Date | null
    reason: RejectionReason | null
    note: string | null
  } | null
}

/** An item on its own page. */
export type ItemDetail = ViewItem & {
  /** Whom a reported change is told to once it is approved. */
  told: ToldCounts | null
  burst: Burst | null
  dealNow: {
    title: string
    slug: string
    vendor: string
    platform: string | null
    status: DealStatus
    price: string | null
    currency: string
    rating: string | null
    reviewCount: number
    endsOn: string | null
    image: string | null
  } | null
  /** Among everything that waits; null for what is decided. */
  position: { index: number; total: number; previous: string | null; next: string | null } | null
  /** What the author changed in a review that staff have read before, word by word; null for everything else. */
  difference: ReviewDifference | null
  history: HistoryEntry[]
  /** A proof of the same purchase that waits beside a review. */
  proofBeside: (ProofFile & { version: string }) | null
}

/** Answer 409: someone else decided, edited or opened it first. */
export type DecisionConflict = {
  title: string
  text: string
  kind: Kind
  id: string
  /** The decision that stands, if there is one. */
  other?: { by: string; decision: DecisionName; done: string; at: Date; reason: RejectionReason | null }
  /** How long before this one the other decision was made. */
  secondsBefore?: number
  /** What was not saved. The note is kept so that it can be copied. */
  yours?: { label: string; at: Date; reason: RejectionReason | null; note: string | null }
  /** Set while someone else has it open. */
  claim?: Claim
}

/** The result of the last moderation form: its field errors, or the conflict with another decision. */
export type DecisionResult = (NonNullable<FormResult> & { conflict?: DecisionConflict }) | undefined
