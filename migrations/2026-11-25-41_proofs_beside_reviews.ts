import { type Kysely, sql } from 'kysely'

/**
 * A proof of purchase is decided beside its review. It is a queue item of its own only when no review has to be decided
 * with it: the review is approved and no edit is pending, or there is none.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function is_decided_with_review(member uuid, deal uuid) returns boolean language sql stable as $$
      select exists (
        select from reviews where user_id = member and deal_id = deal and (status <> 'APPROVED'
          or exists (select from review_edits where review_id = reviews.id and status = 'PENDING')))
    $$;
    comment on function is_decided_with_review is
      'Whether the proof of a member waits with their review of the deal: it is not approved, or an edit of it is pending.';

    create function sync_proof_item() returns trigger language plpgsql as $$
    declare
      member uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
      deal uuid := case tg_op when 'DELETE' then old.deal_id else new.deal_id end;
    begin
      if tg_op = 'DELETE' then delete from queue_items where kind = 'purchase_proof' and subject_id = old.id; end if;
      delete from queue_items using purchase_proofs proof
        where kind = 'purchase_proof' and subject_id = proof.id and proof.user_id = member and proof.deal_id = deal
          and (proof.status <> 'PENDING' or is_decided_with_review(member, deal));
      insert into queue_items (kind, subject_id, deal_id, author_id, rank, waiting_since)
        select 'purchase_proof', id, deal_id, user_id, 5, created_at from purchase_proofs
        where user_id = member and deal_id = deal and status = 'PENDING' and not is_decided_with_review(member, deal)
        on conflict do nothing;
      return null;
    end $$;
    comment on function sync_proof_item is
      'Queues the pending proof of a member, unless it is decided with their review of the deal.';

    drop trigger purchase_proofs_wait_in_queue on purchase_proofs;
    create trigger purchase_proofs_wait_in_queue after insert or delete or update of status on purchase_proofs
      for each row execute function sync_proof_item();
    create trigger reviews_sync_proofs after insert or delete or update of status on reviews
      for each row execute function sync_proof_item();
    create trigger review_edits_sync_proofs after insert or delete or update of status on review_edits
      for each row execute function sync_proof_item();
    comment on trigger purchase_proofs_wait_in_queue on purchase_proofs is
      'A pending one waits in the queue of the staff, or with its review.';
    comment on trigger reviews_sync_proofs on reviews is 'A proof waits with its review.';
    comment on trigger review_edits_sync_proofs on review_edits is 'A proof waits with the edit of its review.';

    delete from queue_items where kind = 'purchase_proof' and is_decided_with_review(author_id, deal_id)
  `.execute(db)
}
