import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { splitAtLinks } from '~/features/contributions/decisions/text-links'
import type { Mark, SimilarText } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import type { User } from '~/features/people/accounts/guards.server'
import { pluralize } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'
import type { QueueAuthor } from './queue-types'
import { listSimilarTexts } from './similar-texts.server'
import { canDecideOn, claimOf, describe, type ItemKey, listSubjects, type SubjectRow } from './subjects.server'

const TITLE = 140
const EXCERPT = 220
const COMPARED_IN_LISTS = 20

/** The author's record and the texts that are similar to an item. */
export type Context = { record?: AuthorRecord; similar: SimilarText[] }

/** The lines of these items in the order given. */
export async function listLines(items: ItemKey[], staff: User): Promise<QueueLine[]> {
  const rows = await listSubjects(items)
  const contexts = await listContexts(rows)
  return rows.map((row, index) => toLine(row, contexts[index]!, staff))
}

/** The context of each row, with one query for each part of it. */
export async function listContexts(rows: SubjectRow[]): Promise<Context[]> {
  if (rows.length === 0) return []
  const [records, similar] = await Promise.all([
    listRecords(rows.map(({ author_id }) => author_id)),
    listSimilarTexts(rows, rows.length > 1 ? COMPARED_IN_LISTS : undefined),
  ])
  return rows.map(({ id, author_id }) => ({
    record: author_id ? records.get(author_id) : undefined,
    similar: similar.get(id) ?? [],
  }))
}

/** An item in the list. */
export type QueueLine = ReturnType<typeof toLine>

export function toLine(row: SubjectRow, context: Context, staff: User) {
  const { kind, id, version, body, deal, slug, published } = row
  const { title = row.title } = describe(row)
  const canDecide = canDecideOn(staff, row)
  const claim = claimOf(row, staff)
  return {
    kind,
    id,
    version,
    rank: row.rank ?? 0,
    title: shorten(title ?? body, TITLE),
    excerpt: title === null || body === '' ? null : shorten(body, EXCERPT),
    rating: row.rating,
    deal: deal === null ? null : { title: deal, slug: slug!, published: published! },
    waitingSince: row.waiting_since ?? row.created_at,
    isOverdue: row.is_overdue,
    author: authorOf(row, context),
    marks: marksOf(row, context),
    claim,
    canDecide,
    isSelectable: canDecide && (!claim || claim.isMine) && isHarmless(row, context),
  }
}

/** Whether it can be approved together with others: no link, no similar text, and by an account older than a week. */
export function isHarmless({ kind, status, body, is_young_author }: SubjectRow, { similar }: Context) {
  const isBulk = specOf(kind).isBulkApproved === true && status === 'PENDING'
  return isBulk && countLinks(body) === 0 && similar.length === 0 && !is_young_author
}

const NO_RECORD: AuthorRecord = { approved: 0, rejected: 0, checkedPurchases: 0, connections: 0 }

/** What a visitor or no single member sent has no account and no record. */
export function authorOf(row: SubjectRow, { record }: Context): QueueAuthor | null {
  const { author, author_email, author_since } = row
  if (author_since) return { name: author ?? author_email, since: author_since, ...NO_RECORD, ...record }
  const { contact, sender } = describe(row)
  const name = contact?.name ?? sender
  return name ? { name, since: null, ...NO_RECORD } : null
}

const countLinks = (text: string) => splitAtLinks(text).filter(({ url }) => url !== undefined).length

function marksOf(row: SubjectRow, { similar }: Context): Mark[] {
  const links = countLinks(row.body)
  const marks: (Mark | false)[] = [
    ...(describe(row).marks ?? []),
    similar.length > 0 && { tone: 'due', icon: 'copy', text: `${similar[0]!.percent}% like another text` },
    links > 0 && { tone: 'due', icon: 'link', text: pluralize(links, 'link') },
  ]
  return marks.filter((mark) => mark !== false)
}

/** Older contributions than these do not count toward a person's record. */
const RECENT = 500

export type AuthorRecord = Pick<QueueAuthor, 'approved' | 'rejected' | 'checkedPurchases' | 'connections'>

/** For each person, how their latest contributions were decided, their checked purchases and stated connections. */
async function listRecords(people: (string | null)[]): Promise<Map<string, AuthorRecord>> {
  const ids = [...new Set(people)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<AuthorRecord & { id: string }>`
    select person.id, past.*,
      (select count(*) from purchases where user_id = person.id and proof_status = 'CHECKED') as "checkedPurchases",
      (select count(*) from reviews where user_id = person.id and connection <> 'NONE') as connections
    from unnest(${ids}::uuid[]) person (id), lateral (
      select count(*) filter (where status = 'APPROVED') as approved,
        count(*) filter (where status = 'REJECTED') as rejected
      from (select status from contributions where author_id = person.id order by created_at desc limit ${RECENT}) recent
    ) past`.execute(db)
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}
