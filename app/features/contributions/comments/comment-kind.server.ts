import { sql } from 'kysely'
import type { QueueKind, Subject } from '~/features/contributions/kinds/queue-kind.server'

export const commentKind: QueueKind = {
  table: 'comments',
  select: sql<Subject>`
    select id, xmin::text as version, status, null::text as title, body, null::int2 as rating, deal_id,
      user_id as author_id, created_at, moderated_by, moderated_at, null::rejection_reason as reason,
      null::text as note, null::jsonb as extra
    from comments`,
  hasReasons: false,
  contribution: 'comment',
}
