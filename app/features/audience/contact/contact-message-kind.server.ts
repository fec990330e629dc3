import { sql } from 'kysely'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'

type Sender = { name: string; email: string; subject: string }

/** Answers are sent by email, so the sender is told nothing here. */
export const contactMessageKind: QueueKind<Sender> = {
  table: 'contact_messages',
  select: sql<Subject<Sender>>`
    select id, xmin::text as version, status, subject as title, body, null::int2 as rating, null::uuid as deal_id,
      user_id as author_id, created_at, moderated_by, moderated_at, null::rejection_reason as reason,
      null::text as note, jsonb_build_object('name', name, 'email', email, 'subject', subject) as extra
    from contact_messages`,
  hasReasons: false,
  describe: ({ extra }) => ({ contact: extra }),
}
