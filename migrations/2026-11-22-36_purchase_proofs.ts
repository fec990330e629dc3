import { type Kysely, sql } from 'kysely'

/** Members prove a purchase with a file, which staff look at. It is deleted 30 days after the decision. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table purchase_proofs (
      id uuid primary key default gen_random_uuid(),
      purchase_id uuid not null references purchases (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      user_id uuid not null references profiles (id) on delete cascade,
      file_name text not null check (char_length(file_name) between 1 and 100),
      media_type text not null check (media_type in ('image/webp', 'application/pdf')),
      content bytea,
      byte_length int4 not null check (byte_length between 1 and 5242880),
      status moderation_status not null default 'PENDING',
      rejection_reason rejection_reason,
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      constraint one_proof_per_purchase unique (purchase_id),
      constraint only_a_refused_proof_has_a_reason
        check ((rejection_reason is null and moderation_reason is null) or status = 'REJECTED')
    );
    -- The files are compressed already.
    alter table purchase_proofs alter column content set storage external;
    comment on table purchase_proofs is 'Files that prove purchases. Shown to their member and the staff alone.';
    comment on column purchase_proofs.deal_id is 'Of the purchase.';
    comment on column purchase_proofs.user_id is 'Of the purchase.';
    comment on column purchase_proofs.content is 'The file; null once it is deleted, 30 days after the decision.';
    comment on column purchase_proofs.byte_length is 'Of the file as it is kept.';
    comment on column purchase_proofs.moderation_reason is 'Why it is not enough, for the member alone.';
    create index purchase_proofs_by_deal on purchase_proofs (deal_id);
    create index purchase_proofs_by_user on purchase_proofs (user_id);
    create index purchase_proofs_by_moderator on purchase_proofs (moderated_by);
    create index purchase_proofs_to_delete on purchase_proofs (moderated_at) where content is not null;

    create trigger purchase_proofs_wait_in_queue after insert or delete or update of status on purchase_proofs
      for each row execute function sync_queue_item('purchase_proof', 'user_id', '5');
    comment on trigger purchase_proofs_wait_in_queue on purchase_proofs is
      'A pending one waits in the queue of the staff.';

    create function note_proof_of_purchase() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update purchases set proof_status = 'NONE', proof_reason = null, proof_decided_at = null
        where id = old.purchase_id;
      else
        update purchases set
          proof_status = case new.status when 'APPROVED' then 'CHECKED' when 'REJECTED' then 'REFUSED' else 'SUBMITTED' end::proof_status,
          proof_reason = case new.status when 'REJECTED' then new.moderation_reason end,
          proof_decided_at = case when new.status in ('APPROVED', 'REJECTED') then coalesce(new.moderated_at, now()) end
        where id = new.purchase_id;
      end if;
      return null;
    end $$;
    comment on function note_proof_of_purchase is 'The purchase says what became of its proof.';
    create trigger purchase_proofs_note_purchase after insert or delete or update of status on purchase_proofs
      for each row execute function note_proof_of_purchase();
    comment on trigger purchase_proofs_note_purchase on purchase_proofs is
      'Labels of reviews, filters and averages read the purchase.'
  `.execute(db)
}
