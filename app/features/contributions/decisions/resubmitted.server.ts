import { sql } from 'kysely'

/** The columns of something that its author sent in again: it waits like a new one, or keeps its position if it waits. */
export const resubmitted = () =>
  ({
    status: 'PENDING',
    moderated_by: null,
    moderated_at: null,
    version: sql<number>`version + 1`,
    waiting_since: sql<Date>`case when status = 'PENDING' then waiting_since else now() end`,
  }) as const

/** The same for what is rejected with a reason and a note. */
export const resubmittedText = () => ({ ...resubmitted(), rejection_reason: null, moderation_reason: null })
