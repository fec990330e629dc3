import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { isUuid } from '~/http/params'
import type { Reported } from '~/ui/report-link'

const KINDS = ['deal', 'review', 'comment', 'profile'] as const satisfies Reported[]

/** What a notice reports, in words, with its page; only the public can be reported. */
type Subject = { label: string; path: string; is_public: boolean }

/** The subject with a kind and id; no row if it is deleted. */
export const noticeSubject = (kind: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql<Subject>`
  select title as label, '/deals/' || slug as path, published as is_public
  from deals where ${kind} = 'deal' and id = ${id}
  union all
  select 'a review of ' || deals.title, '/deals/' || slug || '#review-' || reviews.id, published and published_id is not null
  from reviews join deals on deals.id = deal_id where ${kind} = 'review' and reviews.id = ${id}
  union all
  select 'a comment on ' || deals.title, '/deals/' || slug || '/comments#comment-' || comments.id,
    published and comments.status = 'APPROVED'
  from comments join deals on deals.id = deal_id where ${kind} = 'comment' and comments.id = ${id}
  union all
  select 'the profile of ' || coalesce(name, 'Member'), '/people/' || id,
    has_public_profile and status = 'ACTIVE' and confirmed_at is not null
  from profiles where ${kind} = 'profile' and id = ${id}`

/** "review.<id>", as in the address of the form, with what it names; undefined if nothing public has that name. */
export async function findReported(about: string) {
  const [name, id = ''] = about.split('.')
  const kind = KINDS.find((known) => known === name)
  if (!kind || !isUuid(id)) return undefined
  const { rows } = await noticeSubject(sql`${kind}::text`, sql`${id}::uuid`).execute(db)
  const [subject] = rows
  return subject?.is_public ? { kind, id, label: subject.label, path: subject.path } : undefined
}
