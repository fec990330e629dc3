import type { Trx } from '~/db/executor'
import type { AffectsOwners, ChangeEffect, ModerationStatus, RejectionReason } from '~/db/schema'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import type { NewValue } from '~/features/contributions/reported-values/reported-fields'
import type { DealRecord } from '~/features/contributions/reported-values/reported-values.server'
import type { User } from '~/features/people/accounts/guards.server'
import type { ItemDescription } from './item-description'
import type { Kind } from './kinds'

/** A row of the view `moderation_items`, with the names of its people and its deal as it is now. */
export type ItemRow<Extra = unknown> = {
  kind: Kind
  id: string
  version: number
  status: ModerationStatus
  rank: number
  waiting_since: Date
  /** Whether it waits for more than 24 hours. */
  is_overdue: boolean
  title: string | null
  body: string
  rating: number | null
  deal_id: string | null
  author_id: string | null
  /** The review of a text or answer, otherwise the id. */
  text_of: string
  /** The members whose reports the decision settles. */
  reporter_ids: string[]
  created_at: Date
  moderated_by: string | null
  moderator: string | null
  moderated_at: Date | null
  rejection_reason: RejectionReason | null
  moderation_reason: string | null
  author: string | null
  author_email: string | null
  author_since: Date | null
  /** Another member of staff who opened it within 15 minutes. */
  reader: { name: string; since: string } | null
  /** Whether it can be approved together with others. */
  is_harmless: boolean
  deal: ItemDeal | null
  /** The author's purchase of the deal. */
  purchase: { bought_month: string | null; is_refunded: boolean; checked_on: string | null }
  /** Of a message that reports a page: its number, and the page unless that is deleted. */
  notice: { number: number; label: string | null; path: string | null } | null
  /** The columns that only this kind has. */
  extra: Extra
}

export type ItemDeal = {
  title: string
  slug: string
  published: boolean
  vendor: string
  platform: string | null
  status: ShownStatus
  cta_url: string
  /** What reports can change of it. */
  record: DealRecord
  rating: string | null
  reviews: number
  ends_on: string | null
}

export type ItemDecision =
  | {
      to: 'APPROVED'
      /** The new value of a field of the deal, if the deal is still at its version. */
      value?: NewValue
      affects?: AffectsOwners
      effect?: ChangeEffect
      /** A change report that corrects an old entry: followers get no notification. */
      isSilent?: boolean
      /** The draft that was made of a suggestion. */
      dealId?: string
      /** To the sender of a notice. */
      answer?: string | null
    }
  /** `isStopped` is "Stop watching" instead of "Ignore". */
  | { to: 'REJECTED'; reason?: RejectionReason | null; note?: string | null; isStopped?: boolean }
  | { to: 'CHANGES_REQUESTED'; note: string }

/**
 * What a kind adds to the queue. The methods run in the transaction of the decision, and throw `CannotDecide` when its
 * effects are not possible. `Effects` is stored with the decision as JSON, so that `undo` can restore what was before.
 */
export type Rules<Extra = unknown, Effects extends object = object> = {
  describe?(row: ItemRow<Extra>, deal: ItemDeal | null): ItemDescription
  /** Locks other rows that the decision changes, before its own: alerts, then the deal. */
  lock?(trx: Trx, id: string): Promise<unknown>
  apply?(trx: Trx, staff: User, row: ItemRow<Extra>, decision: ItemDecision): Promise<Effects>
  /** Runs whenever a decided item waits again; the effects are empty if no decision is on record. */
  undo?(trx: Trx, staff: User, row: ItemRow<Extra>, effects: Effects): Promise<void>
  /** Details for the audit log. */
  auditDetail?(effects: Effects): Record<string, string | null>
}
