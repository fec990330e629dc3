import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import { PROOF_DAYS, type ProofFile } from './proof'
import type { NewProof } from './receive-proof.server'

/** Stores the proof of a purchase in place of an earlier one. A purchase that was checked needs no other. */
export async function saveProof(trx: Trx, userId: string, dealId: string, proof: NewProof) {
  await sql`
    insert into purchases (user_id, deal_id) values (${userId}, ${dealId})
    on conflict on constraint one_purchase_per_person_and_deal do nothing`.execute(trx)
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

/** A proof that waits, for whoever decides on the review beside it. */
export async function findWaitingProof(userId: string, dealId: string) {
  const { rows } = await sql<ProofFile & { version: string }>`
    select id, xmin::text as version, file_name, media_type, byte_length, content is not null as has_content
    from purchase_proofs where user_id = ${userId} and deal_id = ${dealId} and status = 'PENDING'`.execute(db)
  return rows[0]
}

/** The pending edit of a member's review of a deal, or else the review: staff decide on the proof there. */
export async function findReviewOfProof(userId: string, dealId: string) {
  const { rows } = await sql<{ kind: 'review' | 'review_edit'; id: string }>`
    select case when edit.id is null then 'review' else 'review_edit' end as kind, coalesce(edit.id, reviews.id) as id
    from reviews left join review_edits edit on edit.review_id = reviews.id and edit.status = 'PENDING'
    where reviews.user_id = ${userId} and reviews.deal_id = ${dealId}`.execute(db)
  return rows[0]
}

/** The file of a proof with the id of its owner. */
export async function findProofContent(id: string) {
  return db
    .selectFrom('purchase_proofs')
    .select(['user_id', 'media_type', 'content'])
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
  const { rows } = await sql<RemovedProof>`
    with own as (
      select purchase_proofs.id, purchase_proofs.status = 'PENDING' as waits, deals.slug
      from purchase_proofs join deals on deals.id = deal_id
      where purchase_proofs.id = ${id} and user_id = ${userId} and content is not null
      for update of purchase_proofs
    ), taken_back as (delete from purchase_proofs where id in (select id from own where waits)),
    emptied as (update purchase_proofs set content = null where id in (select id from own where not waits))
    select slug, waits as "wasWaiting" from own`.execute(db)
  return rows[0]
}

/** Deletes the files of proofs that were decided 30 days ago. What was decided stays. */
export async function deleteOldProofs(now = new Date()) {
  await sql`
    update purchase_proofs set content = null
    where content is not null and status in ('APPROVED', 'REJECTED')
      and moderated_at < ${now}::timestamptz - make_interval(days => ${PROOF_DAYS})`.execute(db)
}
