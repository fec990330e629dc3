import { redirect } from '@remix-run/node'
import { db } from '~/db/database.server'
import { countRecipients } from '~/features/audience/notifications/count-recipients.server'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { findKind, specOf } from '~/features/contributions/kinds/kinds'
import { findReviewOfProof, findWaitingProof } from '~/features/contributions/reviews/purchase-proofs.server'
import { compareReviews } from '~/features/contributions/reviews/text-difference.server'
import type { User } from '~/features/people/accounts/guards.server'
import { queueKindOf } from '~/features/staff/queue-kinds/queue-kinds.server'
import { currentRequest } from '~/http/current-request.server'
import { pageHead } from '~/http/page.server'
import { isUuid } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { claimItem } from './claims.server'
import { authorOf, type Context, listContexts, toLine } from './lines.server'
import { findNeighbors } from './order.server'
import { itemPath } from './queue-paths'
import type { HistoryEntry } from './queue-types'
import { claimOf, describe, findSubject, type ItemKey, type SubjectRow } from './subjects.server'

type ItemRequest = { segment: string; id: string; request: Request; staff: User }

/**
 * One item with everything that helps to decide. Opening one that waits claims it, unless someone else has it open.
 *
 * @throws a 404 for an unknown kind or id, and a redirect from a proof that waits with its review
 */
export async function loadQueueItem({ segment, id, request, staff }: ItemRequest) {
  const kind = findKind(segment)
  if (!kind || specOf(kind).segment !== segment) throw notFound('Item')
  const row = isUuid(id) && (await findSubject({ kind, id }))
  if (!row) throw notFound(specOf(kind).label)
  const review = isBesideReview(row) && (await findReviewOfProof(row.author_id!, row.deal_id!))
  if (review) throw redirect(itemPath(review.kind, review.id))

  const opened = await openForDecision(row, request, staff)
  const item = await toDetail(opened, staff)
  const head = pageHead({ title: item.heading, description: item.heading, path: itemPath(kind, id), isIndexed: false })
  return { item, head }
}

/** Claims the item if possible, and reads it again with its current claim. */
async function openForDecision(row: SubjectRow, request: Request, staff: User): Promise<SubjectRow> {
  const claim = claimOf(row, staff)
  const isPrefetch = /prefetch/.test(request.headers.get('Sec-Purpose') ?? '')
  // Remix reads the data of a page by GET, whatever the request was.
  const isHead = currentRequest()?.route.startsWith('HEAD ')
  const { canDecide } = toLine(row, NO_CONTEXT, staff)
  if (row.status !== 'PENDING' || !canDecide || isPrefetch || isHead || (claim && !claim.isMine)) return row
  await claimItem(staff.id, row)
  return (await findSubject(row)) ?? row
}

const NO_CONTEXT: Context = { similar: [] }

/** An item on its own page. */
export type ItemDetail = Awaited<ReturnType<typeof toDetail>>

async function toDetail(row: SubjectRow, staff: User) {
  const key: ItemKey = { kind: row.kind, id: row.id }
  const [[context], related, history, position, proofBeside = null, recipients = null] = await Promise.all([
    listContexts([row]),
    queueKindOf(row.kind).listRelated?.(row) ?? [],
    listHistory(key),
    row.status === 'PENDING' ? findNeighbors(key) : undefined,
    findProofBeside(row),
    countRecipientsOf(row),
  ])
  const pathOf = (other: ItemKey | null) => other && itemPath(other.kind, other.id)
  return {
    ...toViewItem(row, context!, staff),
    similar: [
      ...context!.similar,
      ...related.filter(({ id }) => !context!.similar.some((similar) => similar.id === id)),
    ],
    dealNow: dealOf(row),
    difference: differenceOf(row),
    history,
    proofBeside,
    recipients,
    position: position ? { ...position, previous: pathOf(position.previous), next: pathOf(position.next) } : null,
  }
}

/** A pending proof that is no queue item of its own waits with its review. */
const isBesideReview = ({ kind, status, rank }: SubjectRow) =>
  kind === 'purchase_proof' && status === 'PENDING' && rank === null

/** The proof that is decided together with a review. */
async function findProofBeside({ kind, status, author_id, deal_id }: SubjectRow) {
  const isReview = kind === 'review' || kind === 'review_edit'
  return isReview && status === 'PENDING' && author_id && deal_id ? findWaitingProof(author_id, deal_id) : undefined
}

async function countRecipientsOf({ kind, status, deal_id }: SubjectRow) {
  return kind === 'change_log' && status === 'PENDING' && deal_id ? countRecipients({ deal: deal_id }) : undefined
}

function differenceOf(row: SubjectRow) {
  const { earlier } = describe(row)
  return earlier ? compareReviews(earlier, { rating: row.rating!, title: row.title!, body: row.body }) : null
}

/** An item with its whole text, for the views by status and its own page. */
export type ViewItem = ReturnType<typeof toViewItem>

export function toViewItem(row: SubjectRow, context: Context, staff: User) {
  const { kind, status, author_id, author_email, deal } = row
  const { label, preposition } = specOf(kind)
  const { change = null, contact = null, proof = null, about } = describe(row)
  const { facts = [], findings = [], reports = [] } = describe(row)
  const author = authorOf(row, context)
  return {
    ...toLine(row, context, staff),
    status,
    heading: `${label} ${preposition} ${deal ?? about ?? contact?.name ?? 'a deleted deal'}`,
    createdAt: row.created_at,
    fullTitle: row.title,
    body: row.body,
    facts,
    change,
    contact,
    proof,
    findings: author_id === staff.id ? findings : [...findings, ...reports],
    similar: context.similar,
    person: author_id && author_email && author ? { ...author, id: author_id, email: author_email } : null,
    decided:
      status === 'PENDING'
        ? null
        : { status, by: row.moderator, at: row.moderated_at, reason: row.reason, note: row.note },
  }
}

function dealOf(row: SubjectRow) {
  if (row.deal === null) return null
  return {
    title: row.deal,
    slug: row.slug!,
    vendor: row.vendor!,
    platform: row.platform,
    status: row.deal_status!,
    price: row.deal_price,
    currency: row.currency!,
    rating: row.rating_average,
    reviewCount: row.review_count!,
    endsOn: row.ends_on,
    picture: row.deal_picture,
  }
}

/** Audit entries of an item, latest first; `action` is the verb, such as "approved". */
async function listHistory({ kind, id }: ItemKey): Promise<HistoryEntry[]> {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'action', 'detail', 'audit_log.created_at as at', 'profiles.name', 'profiles.email'])
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .orderBy('audit_log.id', 'desc')
    .limit(50)
    .execute()
  return entries.map(({ name, email, action, detail, id: entryId, at }) => ({
    id: Number(entryId),
    at,
    by: name ?? email ?? 'A former staff member',
    action: action.slice(action.indexOf('.') + 1).replaceAll('-', ' '),
    detail: withLabel(detail as HistoryEntry['detail']),
  }))
}

/** A reason is stored by its name; older entries have a sentence instead. */
function withLabel({ reason, ...detail }: HistoryEntry['detail']): HistoryEntry['detail'] {
  if (reason === undefined) return detail
  return { reason: (REJECTION_REASON_LABELS as Record<string, string>)[reason] ?? reason, ...detail }
}
