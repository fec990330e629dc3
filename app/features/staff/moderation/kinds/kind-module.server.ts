import type { RawBuilder } from 'kysely'
import type { Trx } from '~/db/executor'
import type { AffectsOwners, DB, ModerationStatus, RejectionReason } from '~/db/schema'
import type { AvailabilityEffects } from '~/features/contributions/availability/decide-availability.server'
import type { AppliedPrice, NewPrice } from '~/features/contributions/change-logs/reported-price.server'
import type { ContributionKind } from '~/features/contributions/kinds/contribution-kinds'
import type { ReportedReviewEffects } from '~/features/contributions/reviews/decide-reported-review.server'
import type { User } from '~/features/people/accounts/guards.server'
import type { Finding, ItemDetail, Mark, SimilarText } from '../queue-types'
import type { ReviewText } from '../text-difference'

/** A row of any kind, in the shape that all kinds share. */
export type Subject<Extra = unknown> = {
  id: string
  version: string
  status: ModerationStatus
  title: string | null
  body: string
  rating: number | null
  deal_id: string | null
  author_id: string | null
  /** Whose reports the decision settles. */
  reporter_ids?: string[]
  created_at: Date
  moderated_by: string | null
  moderated_at: Date | null
  reason: RejectionReason | null
  note: string | null
  /** What only this kind has. */
  extra: Extra
}

/** The deal of a subject as it is now. */
export type SubjectDeal = { price: string | null; currency: string; version: number; plans: number }

/** What is sent with an approval besides the item. */
export type Approval = {
  /** The deal's new price, if the deal is still at this version. */
  price?: NewPrice
  affects?: AffectsOwners
  /** Of a change report: it corrects an old entry, and nobody is told. */
  isSilent?: boolean
  /** The draft that was made of a suggestion. */
  dealId?: string
}

/** What a decision changed besides the status, so that undoing it can restore what was before. */
export type Effects = AvailabilityEffects &
  ReportedReviewEffects & {
    /** The price of the deal. */
    applied?: AppliedPrice
    affectsBefore?: AffectsOwners
    /** It was approved without telling anybody. */
    isSilent?: boolean
    /** The id of an entry in the Change Log. */
    changeId?: string
    /** "Stop watching" instead of "Ignore". */
    isStopped?: boolean
    /** The decision on the proof beside a review, made in the same press. */
    beside?: { id: string; decisionId: string }
    /** The decisions on other alerts about a deal that it set to Expired. */
    alerts?: { kind: 'ended_report' | 'broken_link'; id: string; decisionId: string }[]
  }

/** What is sent with a rejection besides the item. */
export type Refusal = { isStopped?: boolean; reason?: RejectionReason | null; note?: string | null }

export type RelatedTo<Extra> = Pick<Subject<Extra>, 'id' | 'deal_id' | 'author_id' | 'extra'>

export type Target = { id: string; deal_id: string | null }

type Description = Partial<Pick<ItemDetail, 'change' | 'contact' | 'facts' | 'findings' | 'proof'>> & {
  marks?: Mark[]
  /** What readers said about it and who they are, which its author never learns. */
  reports?: Finding[]
  /** What it says, where that takes more than its own words. */
  title?: string
  /** What the review said before: the text that an edit replaces, or the one that staff decided on. */
  earlier?: ReviewText
  /** What it is about, where that is no deal yet. */
  about?: string
  /** Who it comes from, where that is no single member. */
  sender?: string
}

/** The server part of a kind: where its rows are, what they show, and what a decision changes besides the status. */
export type KindModule<Extra = unknown> = {
  table: keyof DB
  /** Selects all rows as subjects; conditions are added around it. */
  select: RawBuilder<Subject<Extra>>
  /** Whether its table has the columns `rejection_reason` and `moderation_reason`. */
  hasReasons: boolean
  /** What its author is told was decided; authors of other kinds are told nothing. */
  contribution?: ContributionKind
  /** Whether the author is told of rejections only: an approval leaves everything as it is. */
  isApprovalSilent?: boolean
  /** Whether a member's report is among those of a row of `queue_items`. */
  isReportedBy?(userId: string): RawBuilder<boolean>
  /** Items that say the same in other words, for the item's own page. */
  listRelated?(subject: RelatedTo<Extra>): Promise<SimilarText[]>
  describe?(subject: Subject<Extra>, deal: SubjectDeal | null): Description
  applyApproval?(trx: Trx, staff: User, target: Target, approval: Approval): Promise<Effects>
  undoApproval?(trx: Trx, staff: User, target: Target, effects: Effects): Promise<void>
  applyRejection?(trx: Trx, staff: User, target: Target, refusal: Refusal): Promise<Effects>
  undoRejection?(trx: Trx, staff: User, target: Target, effects: Effects): Promise<void>
  /** Runs when a decided item waits again, after an undone decision or a reopening. */
  afterReturn?(trx: Trx, id: string): Promise<void>
  /** @throws CannotDecide when another decision wrote the row, and only that one can be reopened */
  checkReopening?(trx: Trx, id: string): Promise<void>
}
