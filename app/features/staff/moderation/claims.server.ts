import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { CLAIM_DURATION, isClaimed } from '~/features/contributions/decisions/is-claimed.server'
import type { Kind } from '~/features/contributions/kinds/kinds'

/** When a claim ends. */
export const claimedUntil = sql<Date>`claimed_at + ${CLAIM_DURATION}`

/** Whether no other member of staff has an item open. */
export const isFreeFor = (staffId: string) => sql<boolean>`(claimed_by = ${staffId} or not ${isClaimed})`

type Item = { kind: Kind; id: string }

/** Claims a waiting item for 15 minutes, unless someone else has it open. */
export async function claimItem(staffId: string, item: Item) {
  await selectWaiting(item).where(isFreeFor(staffId)).set(claimBy(staffId)).execute()
}

/** Claims a waiting item, also from someone else. Returns whether it still waits. */
export async function takeOverItem(staffId: string, item: Item) {
  const { numUpdatedRows } = await selectWaiting(item).set(claimBy(staffId)).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releaseItem(staffId: string, item: Item) {
  await selectWaiting(item).where('claimed_by', '=', staffId).set({ claimed_by: null, claimed_at: null }).execute()
}

const claimBy = (staffId: string) => ({ claimed_by: staffId, claimed_at: sql<Date>`now()` })

function selectWaiting({ kind, id }: Item) {
  return db.updateTable('queue_items').where('kind', '=', kind).where('subject_id', '=', id)
}
