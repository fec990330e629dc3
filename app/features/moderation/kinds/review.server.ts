import { sql } from 'kysely'
import type { KindModule, Subject } from './kind-module.server'

export const reviewModule: KindModule = {
  table: 'reviews',
  select: sql<Subject>`
    select id, xmin::text as version, status, title, body, rating, deal_id, user_id as author_id, created_at,
      moderated_by, moderated_at, rejection_reason as reason, moderation_reason as note, null::jsonb as extra
    from reviews`,
  hasReasons: true,
  contribution: 'review',
}
