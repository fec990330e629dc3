import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { PROOF_DAYS } from './proof'
import type { NewProof } from './receive-proof.server'

/** Stores the proof of a purchase in place of an earlier one. A purchase that was checked needs no other. */
export async function saveProof(trx: Trx, userId: string, dealId: string, proof: NewProof) {
  await trx
    .insertInto('purchases')
    .values({ user_id: userId, deal_id: dealId })
    .onConflict((conflict) => conflict.constraint('one_purchase_per_person_and_deal').doNothing())
    .execute()
  const purchase = await trx
    .selectFrom('purchases')
    .select(['id', 'proof_status'])
    .where('user_id', '=', userId)
    .where('deal_id', '=', dealId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (purchase.proof_status === 'CHECKED') return
  await trx.deleteFrom('purchase_proofs').where('purchase_id', '=', purchase.id).execute()
  await trx
    .insertInto('purchase_proofs')
    .values({ ...proof, purchase_id: purchase.id, user_id: userId, deal_id: dealId, byte_length: proof.content.length })
    .execute()
}

/** The file of a proof with its status and the id of its owner. */
export async function findProofContent(id: string) {
  return db
    .selectFrom('purchase_proofs')
    .select(['user_id', 'status', 'media_type', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All proofs of a user with their files in base64, one after the other: together they may be long. */
export async function* readOwnProofs(userId: string) {
  const proofs = await db
    .selectFrom('purchase_proofs')
    .innerJoin('deals', 'deals.id', 'deal_id')
    .select(['purchase_proofs.id', 'deals.title as deal', 'deals.slug', 'file_name', 'media_type'])
    .select(['purchase_proofs.status', 'moderation_reason', 'moderated_at', 'purchase_proofs.created_at'])
    .where('user_id', '=', userId)
    .orderBy('purchase_proofs.created_at', 'desc')
    .orderBy('purchase_proofs.id')
    .execute()
  for (const { id, ...proof } of proofs) {
    const found = await findProofContent(id)
    yield { ...proof, content: found?.content?.toString('base64') ?? null }
  }
}

/** What became of a proof that its member removes: taken back while it waits; afterwards only the file is deleted. */
export type RemovedProof = { slug: string; wasWaiting: boolean }

/** Undefined when the user has no such proof, or its file is gone. */
export async function removeProof(userId: string, id: string): Promise<RemovedProof | undefined> {
  return db
    .with('own', (qb) =>
      qb
        .selectFrom('purchase_proofs')
        .innerJoin('deals', 'deals.id', 'purchase_proofs.deal_id')
        .select(['purchase_proofs.id', 'deals.slug'])
        .select((eb) => eb('purchase_proofs.status', '=', 'PENDING').$castTo<boolean>().as('wasWaiting'))
        .where('purchase_proofs.id', '=', id)
        .where('purchase_proofs.user_id', '=', userId)
        .where('content', 'is not', null)
        .forUpdate('purchase_proofs'),
    )
    .with('taken_back', (qb) =>
      qb
        .deleteFrom('purchase_proofs')
        .where('id', 'in', (eb) => eb.selectFrom('own').select('own.id').where('wasWaiting', '=', true)),
    )
    .with('emptied', (qb) =>
      qb
        .updateTable('purchase_proofs')
        .set({ content: null })
        .where('id', 'in', (eb) => eb.selectFrom('own').select('own.id').where('wasWaiting', '=', false)),
    )
    .selectFrom('own')
    .select(['slug', 'wasWaiting'])
    .executeTakeFirst()
}

/** Deletes the files of proofs that were decided 30 days ago. What was decided stays. */
export async function deleteOldProofs(now = new Date()) {
  await db
    .updateTable('purchase_proofs')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('status', 'in', ['APPROVED', 'REJECTED'])
    .where('moderated_at', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${PROOF_DAYS})`)
    .execute()
}
