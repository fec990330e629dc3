import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { Decision, RejectionReason } from '~/db/schema'

type NewDecision = {
  /** A kind of item, or `deal_check` and `bulk_status`, which are not public and can be undone for 30 days. */
  kind: string
  subject: string
  decision: Decision
  reason?: RejectionReason | null
  effects: object
  /** Of what is no item. */
  dealId?: string | null
}

/** Records a decision with what it changed, for its undo. Returns its id. */
export async function recordDecision(
  trx: Trx,
  staff: { id: string },
  { kind, subject, decision, reason = null, effects, dealId = null }: NewDecision,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into decisions (kind, subject_id, deal_id, rating, decision, reason, affects_owners, waiting_since, decided_by, effects)
    select ${kind}, ${subject}::uuid, coalesce(item.deal_id, ${dealId}::uuid), item.rating, ${decision}::decision,
      ${reason}::rejection_reason, (item.extra ->> 'affectsOwners')::affects_owners, coalesce(item.waiting_since, now()),
      ${staff.id}::uuid, ${JSON.stringify(effects)}::jsonb
    from (select) as one left join moderation_items item on item.kind = ${kind} and item.id = ${subject}::uuid
    returning id`.execute(trx)
  return rows[0]!.id
}
