import { randomUUID } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { AffectsOwners, Decision } from '~/db/schema'
import { suggestEffect } from '~/features/catalog/record/change-effect'
import { fieldOf } from '~/features/contributions/reported-values/reported-fields'
import type { DemoChange, SeededDeal, Verdict } from './demo-content'
import type { DemoDays } from './demo-days'

type Seeding = { deals: SeededDeal[]; people: Map<string, string>; days: DemoDays }

/** Adds the reviews, change logs and comments of these deals, and the decisions on them. */
export async function addContributions(trx: Trx, seeding: Seeding) {
  await addReviews(trx, seeding)
  await addPurchases(trx, seeding)
  await addChanges(trx, seeding)
  await addComments(trx, seeding)
  await addDecisions(trx, seeding)
}

/** Each has one text, which is published if it is approved. */
async function addReviews(trx: Trx, { deals, people, days }: Seeding) {
  const texts = deals.flatMap(({ id: deal_id, reviews = [] }) =>
    reviews.map(({ by, day, rating, title, body, status, reason, note }) => ({
      id: randomUUID(),
      deal_id,
      user_id: people.get(by)!,
      rating,
      title,
      body,
      rejection_reason: reason ?? null,
      moderation_reason: note ?? null,
      ...moderationColumns(days, day, title, status),
    })),
  )
  if (texts.length === 0) return
  const reviews = texts.map(({ id, deal_id, user_id, created_at }) => ({ id, deal_id, user_id, created_at }))
  await trx.insertInto('reviews').values(reviews).execute()
  await trx
    .insertInto('review_versions')
    .values(texts.map((text) => ({ ...text, review_id: text.id })))
    .execute()
  const approved = texts.filter(({ status }) => status === 'APPROVED').map(({ id }) => id)
  await trx
    .updateTable('reviews')
    .set((eb) => ({ published_id: eb.ref('id') }))
    .where('id', '=', sql<string>`any(${approved}::uuid[])`)
    .execute()
}

/** Those behind the reviews of people who say when they bought it. A proof is checked on the day of the review. */
async function addPurchases(trx: Trx, { deals, people, days }: Seeding) {
  const rows = deals.flatMap(({ id, reviews = [] }) =>
    reviews.flatMap(({ by, day, title, bought, checked }) => {
      if (bought === undefined) return []
      const purchase = { deal_id: id, user_id: people.get(by)!, bought_on: days.date(bought) }
      const checkedAt = days.hoursLater(days.moment(day, title), 2)
      return { ...purchase, ...(checked && { proof_status: 'CHECKED' as const, proof_decided_at: checkedAt }) }
    }),
  )
  if (rows.length === 0) return
  await trx.insertInto('purchases').values(rows).execute()
}

const effectOf = ({ effect, kind, field, affects, old: old_value, new: new_value }: DemoChange) =>
  effect ?? suggestEffect({ kind, field, affects_owners: affects, old_value, new_value })

async function addChanges(trx: Trx, { deals, people, days }: Seeding) {
  const rows = deals.flatMap(({ id, slug, changes = [] }) =>
    changes.map((change) => ({
      deal_id: id,
      // Past changes, without notifications.
      is_silent: true,
      reported_by_user_id: people.get(change.by)!,
      title: change.title,
      description: change.body,
      kind: change.kind,
      field: fieldOf({ kind: change.kind, field: change.field ?? null }) ?? null,
      old_value: change.old ?? null,
      new_value: change.new ?? null,
      effective_on: change.effective === undefined ? null : days.date(change.effective),
      source_url: change.source ? `https://${slug}.example/${change.source}` : null,
      affects_owners: change.affects ?? ('UNKNOWN' as const),
      effect: change.status === undefined || change.status === 'APPROVED' ? effectOf(change) : null,
      rejection_reason: change.reason ?? null,
      moderation_reason: change.note ?? null,
      ...moderationColumns(days, change.day, change.title, change.status),
    })),
  )
  if (rows.length === 0) return
  await trx.insertInto('change_logs').values(rows).execute()
}

async function addComments(trx: Trx, { deals, people, days }: Seeding) {
  const rows = deals.flatMap(({ id, comments = [] }) =>
    comments.map(({ by, day, body, status }) => ({
      deal_id: id,
      user_id: people.get(by)!,
      body,
      ...moderationColumns(days, day, body, status),
    })),
  )
  if (rows.length === 0) return
  await trx.insertInto('comments').values(rows).execute()
}

const DECISION_COLUMNS = [
  'kind',
  'subject_id',
  'deal_id',
  'decision',
  'reason',
  'rating',
  'affects_owners',
  'waiting_since',
  'decided_at',
] as const

/** The record of the decisions, as if the staff had made them in the queue. */
async function addDecisions(trx: Trx, { deals }: Seeding) {
  await trx
    .insertInto('decisions')
    .columns(DECISION_COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom('moderation_items')
        .select(['kind', 'id', 'deal_id', sql<Decision>`status::text::decision`.as('decision'), 'rejection_reason'])
        .select(['rating', sql<AffectsOwners>`(extra ->> 'affectsOwners')::affects_owners`.as('affects_owners')])
        .select(['created_at', 'moderated_at'])
        .where('kind', 'in', ['review', 'comment', 'change_log'])
        .where('status', '<>', 'PENDING')
        .$narrowType<{ kind: NotNull; id: NotNull; created_at: NotNull; moderated_at: NotNull }>()
        .where(
          'deal_id',
          'in',
          deals.map(({ id }) => id),
        ),
    )
    .execute()
  await trx
    .insertInto('decisions')
    .columns(['kind', 'subject_id', 'deal_id', 'decision', 'waiting_since', 'decided_at'])
    .expression((eb) =>
      eb
        .selectFrom('purchases')
        .innerJoin('reviews', (join) =>
          join.onRef('reviews.deal_id', '=', 'purchases.deal_id').onRef('reviews.user_id', '=', 'purchases.user_id'),
        )
        .select([sql.lit('purchase_proof').as('kind'), 'purchases.id', 'purchases.deal_id'])
        .select([sql.lit<Decision>('APPROVED').as('decision'), 'reviews.created_at', 'proof_decided_at'])
        .where('proof_status', '=', 'CHECKED')
        .where(
          'purchases.deal_id',
          'in',
          deals.map(({ id }) => id),
        ),
    )
    .execute()
}

/** The columns for a contribution created on a day and moderated two hours later. All days are in the past. */
export function moderationColumns(
  { moment, hoursLater }: DemoDays,
  day: number,
  seed: string,
  status: Verdict = 'APPROVED',
) {
  const created_at = moment(day, seed)
  return { status, created_at, moderated_at: status === 'PENDING' ? null : hoursLater(created_at, 2) }
}
