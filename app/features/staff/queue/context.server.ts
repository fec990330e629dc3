import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Decision as DecisionName, ModerationStatus, RejectionReason } from '~/db/schema'
import { env } from '~/env.server'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import { isLatestOnRecord } from '~/features/contributions/change-logs/unapplied-values.server'
import { MODERATION_STATUS_LABELS } from '~/features/contributions/decisions/moderation-status'
import type { SimilarText } from '~/features/contributions/kinds/item-description'
import type { ItemRow } from '~/features/contributions/kinds/kind-rules.server'
import { findKind, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { compareReviews } from '~/features/contributions/reviews/text-difference.server'
import { TEXT_PARAM } from '~/features/contributions/sources/evidence-box'
import { findEvidence } from '~/features/contributions/sources/sources.server'
import type { User } from '~/features/people/accounts/guards.server'
import { currentRequest } from '~/http/current-request.server'
import { pageHead } from '~/http/page.server'
import { isUuid } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { COUNT_CAP } from '~/ui/pluralize'
import { shorten } from '~/ui/shorten'
import { ITEMS_PER_PAGE, type ItemKey, itemPath, parseQueueSearch, queuePath, viewPath } from './item'
import { claim, countKinds, countStatuses, findItem, findPosition, listItems, type QueueItem } from './items.server'

const SHOWN = 5
const EXCERPT = 300

/**
 * For each item, by id, the most similar of the newest texts of its author and on its deal, and reports of the same kind
 * of change on its deal within half a year.
 *
 * @param compared as many texts of the author, and as many on the deal
 */
async function listSimilar(items: ItemKey[], compared = 50): Promise<Map<string, SimilarText[]>> {
  const newest = (column: 'author_id' | 'deal_id') => sql`(
    select other.kind, other.id from moderation_items other
    where other.${sql.ref(column)} = item.${sql.ref(column)} and other.text_of <> item.text_of
      and other.kind in ('review', 'follow_up', 'comment', 'change_log')
    order by other.created_at desc limit ${sql.lit(compared)})`
  const { rows } = await sql<SimilarText & { to: string }>`
    select item.id as to, other.kind, other.id, other.status, other.created_at as date, other.body as text,
      case when alike >= 0.6 then round(alike * 100)::int end as percent, profiles.name as author, deals.title as deal,
      coalesce(other.author_id = item.author_id, false) as "isSameAuthor"
    from moderation_items item
    cross join lateral (${newest('author_id')} union ${newest('deal_id')}) near
    join moderation_items other on other.kind = near.kind and other.id = near.id
    -- Some locales have no trigrams of other scripts.
    cross join lateral (
      select case when other.body = item.body then 1 else similarity(other.body, item.body) end as alike) likeness
    left join deals on deals.id = other.deal_id
    left join profiles on profiles.id = other.author_id
    where item.id = any(${items.map(({ id }) => id)}::uuid[])
      and item.kind in ('review', 'follow_up', 'comment', 'change_log')
      and (alike >= 0.6 or (item.kind = 'change_log' and other.kind = 'change_log' and other.deal_id = item.deal_id
        and other.extra ->> 'kind' = item.extra ->> 'kind' and other.created_at > now() - interval '6 months'))
    order by percent desc nulls last, other.created_at desc`.execute(db)
  const similar = Map.groupBy(rows, ({ to }) => to)
  for (const [id, texts] of similar) {
    similar.set(
      id,
      texts.slice(0, SHOWN).map((other) => ({ ...other, text: shorten(other.text, EXCERPT) })),
    )
  }
  return similar
}

export type AuthorRecord = { id: string; approved: number; rejected: number }

/** For each author by id, how their latest 500 contributions were decided. */
async function listRecords(rows: ItemRow[]): Promise<Map<string, AuthorRecord>> {
  const ids = [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))]
  const { rows: records } = await sql<AuthorRecord>`
    select person.id, past.* from unnest(${ids}::uuid[]) person (id), lateral (
      select count(*) filter (where status = 'APPROVED') as approved, count(*) filter (where status = 'REJECTED') as rejected
      from (select status from moderation_items
        where author_id = person.id and kind in ('review', 'follow_up', 'comment', 'change_log')
        order by created_at desc limit 500) recent
    ) past`.execute(db)
  return new Map(records.map((record) => [record.id, record]))
}

export type HistoryEntry = {
  id: string
  decision: DecisionName
  reason: RejectionReason | null
  by: string | null
  at: Date
  undone_by: string | null
  undone_at: Date | null
}

/** The decisions on an item, latest first. */
async function listHistory({ kind, id }: ItemKey): Promise<HistoryEntry[]> {
  return db
    .selectFrom('decisions')
    .leftJoin('profiles as decider', 'decider.id', 'decided_by')
    .leftJoin('profiles as undoer', 'undoer.id', 'undone_by')
    .select(['decisions.id', 'decision', 'reason', 'decided_at as at', 'undone_at'])
    .select((eb) => eb.fn.coalesce('decider.name', 'decider.email').as('by'))
    .select((eb) => eb.fn.coalesce('undoer.name', 'undoer.email').as('undone_by'))
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('decided_at', 'desc')
    .limit(50)
    .execute()
}

export type Doubt = ItemKey & { status: ModerationStatus }

/** Other doubts about the deal of an alert, with those that the same finding closed. */
async function listDoubts({ deal_id, id }: ItemRow): Promise<Doubt[]> {
  const { rows } = await sql<Doubt>`
    select kind, id, status from moderation_items where deal_id = ${deal_id} and id <> ${id}
      and kind in ('ended_report', 'broken_link', 'page_difference')
      and created_at > now() - interval '1 year' order by created_at desc limit 10`.execute(db)
  return rows
}

/** An item in a list, with what helps to decide it. */
export type ListedItem = QueueItem & { similar: SimilarText[]; record: AuthorRecord | null }

async function withContext(items: QueueItem[], compared?: number): Promise<ListedItem[]> {
  if (items.length === 0) return []
  const [similar, records] = await Promise.all([listSimilar(items, compared), listRecords(items)])
  return items.map((item) => ({
    ...item,
    similar: similar.get(item.id) ?? [],
    record: (item.author_id && records.get(item.author_id)) || null,
  }))
}

export type QueueList = Awaited<ReturnType<typeof loadQueue>>

/** One page of the queue: of all kinds or, with a `view`, of the specified screen of one kind and its tabs by status. */
export async function loadQueue(request: Request, staff: User, view?: Kind) {
  const search = parseQueueSearch(request.url)
  const { page } = search
  const kind = view ?? search.kind
  const status = view ? search.status : 'PENDING'
  const [kinds, statuses, items] = await Promise.all([
    view ? undefined : countKinds(),
    view && countStatuses(view),
    listItems(staff, { kind, status, page }),
  ])
  const listed = status === 'PENDING' ? await withContext(items, COMPARED_IN_LISTS) : items.map(withoutContext)
  const total = Object.values(kinds?.counts ?? {}).reduce((sum, count) => sum + count, 0)
  const counted = statuses ? statuses[status] : kind ? kinds!.counts[kind] : total
  const name = kind ? specOf(kind).title : ''
  const head = pageHead({
    title: view ? name : kind ? `Queue: ${name}` : 'Queue',
    description: view ? `${MODERATION_STATUS_LABELS[status]} items.` : 'Everything that waits for a decision.',
    path: view ? viewPath(view) : queuePath(kind, page),
    isIndexed: false,
  })
  const pageCount = Math.ceil(Math.min(counted, COUNT_CAP) / ITEMS_PER_PAGE)
  return { head, kind, status, page, pageCount, kinds, statuses, total, items: listed, now: new Date() }
}

const COMPARED_IN_LISTS = 20

const withoutContext = (item: QueueItem): ListedItem => ({ ...item, similar: [], record: null })

/** An item on its own page. */
export type ItemDetail = Awaited<ReturnType<typeof loadItem>>['item']

/**
 * One item with everything that helps to decide. Opening one that waits lets others know.
 *
 * @throws a 404 for an unknown kind or id
 */
export async function loadItem(request: Request, staff: User, segment: string | undefined, id: string | undefined) {
  const kind = findKind(segment)
  if (!kind || specOf(kind).segment !== segment) throw notFound('Item')
  const found = isUuid(id ?? '') ? await findItem({ kind, id: id! }, staff) : undefined
  if (!found) throw notFound(specOf(kind).label)
  if (isOpened(request, found)) await claim(staff, found)
  const isPending = found.status === 'PENDING'
  const [[item], history, position, proof = null, doubts, recipients = null, is_latest, evidence] = await Promise.all([
    withContext([found]),
    listHistory(found),
    isPending ? findPosition(found) : null,
    findProof(found, staff),
    found.deal_id && DOUBTS.includes(kind) ? listDoubts(found) : [],
    isPending && kind === 'change_log' && found.deal_id ? countRecipients({ deal: found.deal_id }) : undefined,
    kind === 'change_log' && found.status === 'APPROVED' && isLatestOnRecord(found.id),
    found.change?.sourceUrl ? findEvidence(found.id, found.change, isTextAsked(request)) : undefined,
  ])
  const { label, preposition } = specOf(kind)
  const heading = `${label} ${preposition} ${found.deal?.title ?? found.about ?? found.contact?.name ?? 'a deleted deal'}`
  const { earlier, rating, title, body } = found
  const difference = earlier ? compareReviews(earlier, { rating: rating!, title: title!, body }) : null
  const head = pageHead({ title: heading, description: heading, path: itemPath(kind, found.id), isIndexed: false })
  const detail = {
    ...item!,
    heading,
    history,
    position: position ?? null,
    related: proof,
    doubts,
    recipients,
    is_latest,
    evidence,
    is_saving_off: !env.LINK_CHECKS,
    difference,
  }
  return { head, item: detail, now: new Date() }
}

const isTextAsked = (request: Request) => new URL(request.url).searchParams.has(TEXT_PARAM)

const DOUBTS: Kind[] = ['ended_report', 'broken_link', 'page_difference']

/** Not for a prefetch. Remix reads the data of a page by GET, whatever the request was. */
function isOpened(request: Request, { status, can_decide }: QueueItem) {
  const isPrefetch = /prefetch/.test(request.headers.get('Sec-Purpose') ?? '')
  return status === 'PENDING' && can_decide && !isPrefetch && !currentRequest()?.route.startsWith('HEAD ')
}

/** The waiting proof of the purchase, with the review. */
async function findProof({ kind, author_id, deal_id }: QueueItem, staff: User) {
  if (kind !== 'review') return undefined
  const { rows } = await sql<{ id: string }>`select id from purchase_proofs
    where user_id = ${author_id} and deal_id = ${deal_id} and status = 'PENDING'`.execute(db)
  return rows[0] && findItem({ kind: 'purchase_proof', id: rows[0].id }, staff)
}
