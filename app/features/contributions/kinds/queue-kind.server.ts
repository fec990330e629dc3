import type { RawBuilder } from 'kysely'
import type { Trx } from '~/db/executor'
import type { AffectsOwners, ChangeEffect, DB, ModerationStatus, RejectionReason } from '~/db/schema'
import type { NewValue } from '~/features/contributions/reported-values/reported-fields'
import type { DealRecord } from '~/features/contributions/reported-values/reported-values.server'
import type { User } from '~/features/people/accounts/guards.server'
import type { ItemDescription, SimilarText } from './item-description'
import type { ContributionKind, Kind } from './kinds'

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
  /** The members whose reports the decision settles. */
  reporter_ids?: string[]
  created_at: Date
  moderated_by: string | null
  moderated_at: Date | null
  reason: RejectionReason | null
  note: string | null
  /** The columns that only this kind has. */
  extra: Extra
}

/** The fields of an approval besides the item. */
export type Approval = {
  /** The new value of a field of the deal, if the deal is still at its version. */
  value?: NewValue
  affects?: AffectsOwners
  effect?: ChangeEffect
  /** A change report that corrects an old entry: followers get no notification. */
  isSilent?: boolean
  /** The draft that was made of a suggestion. */
  dealId?: string
}

/** The fields of a rejection besides the item; `isStopped` is "Stop watching" instead of "Ignore". */
export type Refusal = { isStopped?: boolean; reason?: RejectionReason | null; note?: string | null }

export type RelatedTo<Extra> = Pick<Subject<Extra>, 'id' | 'deal_id' | 'author_id' | 'extra'>

export type Target = { id: string; deal_id: string | null }

/** A waiting item with the version that was read. */
export type WaitingItem = { kind: Kind; id: string; version: string }

/**
 * The server part of a kind: where its rows are, what they show, and what a decision changes besides the status. The
 * methods run in the transaction of the decision. `Effects` is stored with it as JSON, so that undoing can restore what
 * was before.
 */
export type QueueKind<Extra = unknown, Effects extends object = object> = {
  table: keyof DB
  /** Selects all rows as subjects; conditions are added around it. */
  select: RawBuilder<Subject<Extra>>
  /** Whether its table has the columns `rejection_reason` and `moderation_reason`. */
  hasReasons: boolean
  /** Which contribution its author is notified about; authors of other kinds get no notification. */
  contribution?: ContributionKind
  /** Whether the author is notified of rejections only, because an approval changes nothing. */
  isApprovalSilent?: boolean
  /** Whether a report of this member belongs to a row of `queue_items`. */
  isReportedBy?(userId: string): RawBuilder<boolean>
  /** Items that say the same in other words, for the item's own page. */
  listRelated?(subject: RelatedTo<Extra>): Promise<SimilarText[]>
  describe?(subject: Subject<Extra>, deal: DealRecord | null): ItemDescription
  applyApproval?(trx: Trx, staff: User, target: Target, approval: Approval): Promise<Effects>
  undoApproval?(trx: Trx, staff: User, target: Target, effects: Effects): Promise<void>
  applyRejection?(trx: Trx, staff: User, target: Target, refusal: Refusal): Promise<Effects>
  undoRejection?(trx: Trx, staff: User, target: Target, effects: Effects): Promise<void>
  /** Runs when a decided item waits again, after an undone decision or a reopening. */
  afterReturn?(trx: Trx, id: string): Promise<void>
  /** Details for the audit log. */
  auditDetail?(effects: Effects): Record<string, string | null>
  /** Items that an approval settles too. They are locked before the decision, to avoid deadlocks. */
  lockSettled?(trx: Trx, id: string): Promise<WaitingItem[]>
  /** Whether the approval changed what makes those others settled. */
  settlesOthers?(effects: Effects): boolean
  /** @throws CannotDecide when another decision wrote the row, and only that one can be reopened */
  checkReopening?(trx: Trx, id: string): Promise<void>
}
