import type { AffectsOwners, ChangeEffect, ChangeKind, ModerationStatus } from '~/db/schema'
import type { FieldReport } from '~/features/contributions/reported-values/reported-fields'
import type { IconName } from '~/ui/icon'
import type { Kind } from './kinds'

/** A fact worth seeing before the item is opened, such as a link in the text. */
export type Mark = { tone: 'bad' | 'due' | 'ok' | 'plain'; icon: IconName; text: string }

/** A line of a table: a person or a date, and what was found there. */
export type Finding = { term: string; detail: string; url?: string }

/** What a review says. */
export type DescribedReview = { rating: number; title: string; body: string }

/** What a change report says, beside the deal as it is now. */
export type ReportedChange = {
  kind: ChangeKind
  affectsOwners: AffectsOwners
  /** What staff chose; while it waits, what kind and values suggest. */
  effect: ChangeEffect | null
  oldValue: string | null
  newValue: string | null
  effectiveOn: string | null
  sourceUrl: string | null
  currency: string
  /** The field of the deal that it is about, if there is one. */
  field?: FieldReport
}

export type SimilarText = {
  /** How much of the text is alike; null for one that is related in another way, such as a report of the same change. */
  percent: number | null
  status: ModerationStatus
  kind: Kind
  id: string
  deal: string | null
  author: string | null
  isSameAuthor: boolean
  date: Date
  text: string
}

/** What a kind adds to the screens of its items. */
export type ItemDescription = {
  marks?: Mark[]
  facts?: string[]
  /** What members or a visit to the vendor's page found. */
  findings?: Finding[]
  /** Reports of readers with their names. The author of the item never sees them. */
  reports?: Finding[]
  change?: ReportedChange
  contact?: { name: string; email: string; subject: string }
  /** The file of a proof of purchase; `has_content` is false once it is decided. */
  proof?: { id: string; file_name: string; media_type: string; byte_length: number; has_content: boolean }
  /** A title that is more than the words of the author. */
  title?: string
  body?: string
  /** The text of the review before: the one that it replaces, or the one that staff decided on. */
  earlier?: DescribedReview & { status: ModerationStatus }
  /** What the item is about, if it has no deal yet. */
  about?: string
  /** Who sent it, if that is no single member. */
  sender?: string
}
