import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await queueProofsWithReviews(db)
  await notifyReporters(db)
}

/**
 * A proof of purchase is decided beside its review. It is a queue item of its own only when no review has to be decided
 * with it: the review is approved and no edit is pending, or there is none.
 */
async function queueProofsWithReviews(db: Kysely<unknown>) {
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

/** Readers hear the outcome of their report also when the review is rejected or deleted without a decision on the reports. */
async function notifyReporters(db: Kysely<unknown>) {
  await sql`
    create function notify_reporters(review uuid, moderator uuid) returns void language plpgsql as $$
    begin
      insert into notifications (user_id, kind, cause, deal_id, data)
        select reports.user_id, 'report_decided', 'report:' || reports.id, deals.id,
          jsonb_build_object('deal', deals.title, 'isRemoved', true)
        from review_reports reports join deals on deals.id = reports.deal_id
        where review_id = review and settled_at is null and reports.user_id is distinct from moderator
        on conflict on constraint one_notification_per_person_and_cause do nothing;
    end $$;
    comment on function notify_reporters is
      'Notifies the readers with an open report of a review, except the moderator, that it was removed.';

    create or replace function follow_reported_review() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform notify_reporters(old.id, null);
        return old;
      end if;
      if new.status = 'REJECTED' then
        perform notify_reporters(new.id, new.moderated_by);
        update review_reports set settled_at = now() where review_id = new.id and settled_at is null;
      end if;
      if new.status = 'APPROVED' then
        perform queue_reported_review(new.id);
      else
        delete from review_alerts where review_id = new.id and status = 'PENDING';
      end if;
      return null;
    end $$;
    comment on function follow_reported_review is
      'Reports wait for staff only while the review is public. Its rejection settles them, and their authors are notified then and when it is deleted.';
    create trigger reviews_notify_reporters before delete on reviews
      for each row execute function follow_reported_review();
    comment on trigger reviews_notify_reporters on reviews is 'Readers who reported a deleted review are notified.'
  `.execute(db)
}
