import type { Decision as DecisionName, RejectionReason } from '~/db/schema'
import type { Kind } from '~/features/contributions/kinds/kinds'
import type { FormResult } from '~/http/forms'

/** The person who opened an item decides it, for 15 minutes or until someone takes over. */
export type Claim = { by: string; isMine: boolean; since: Date; until: Date }

export type QueueAuthor = {
  name: string | null
  since: Date | null
  approved: number
  rejected: number
  /** Purchases whose proof staff checked. */
  checkedPurchases: number
  /** Reviews that state a connection to the vendor. */
  connections: number
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
    field?: string
    value?: string
    value_before?: string
    price?: string
    price_before?: string | null
    currency?: string
    own?: boolean
  }
}

/** Answer 409: someone else decided, edited or opened it first. */
export type DecisionConflict = {
  title: string
  text: string
  kind: Kind
  id: string
  /** The decision that was saved, if there is one. */
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
