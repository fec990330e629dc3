import { type Kysely, sql } from 'kysely'

/** What members bought, known to them alone, and what ties the author of a review to the vendor. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create type review_connection as enum ('NONE', 'FREE', 'AFFILIATE');
    alter table reviews add column connection review_connection not null default 'NONE';
    comment on column reviews.connection is
      'What ties the author to the vendor, shown as a label. Whoever works for the vendor or a competitor writes no review.'
  `.execute(db)
  await createPurchases(db)
  await announcePurchases(db)
}

async function createPurchases(db: Kysely<unknown>) {
  await sql`
    create type proof_status as enum ('NONE', 'SUBMITTED', 'CHECKED', 'REFUSED');
    create table purchases (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id) on delete cascade,
      deal_id uuid not null references deals (id) on delete cascade,
      bought_on date check (bought_on between '1990-01-01' and '2199-12-31'),
      paid numeric(12, 2) check (paid >= 0),
      currency text check (currency ~ '^[A-Z]{3}$'),
      refunded_on date check (refunded_on <= '2199-12-31'),
      proof_status proof_status not null default 'NONE',
      proof_reason text check (char_length(proof_reason) between 1 and 500),
      proof_decided_at timestamptz,
      created_at timestamptz not null default now(),
      constraint one_purchase_per_person_and_deal unique (user_id, deal_id),
      constraint what_was_paid_has_a_currency check ((paid is null) = (currency is null)),
      -- Written out: a comparison with a missing day would be unknown, which a check lets pass.
      constraint a_refund_follows_a_purchase check
        (refunded_on is null or (bought_on is not null and refunded_on >= bought_on)),
      constraint a_decided_proof_has_a_date check
        ((proof_decided_at is not null) = (proof_status in ('CHECKED', 'REFUSED'))),
      constraint only_a_refused_proof_has_a_reason check (proof_reason is null or proof_status = 'REFUSED')
    );
    create index purchases_by_deal on purchases (deal_id);
    comment on table purchases is
      'What members bought. Private: of a purchase, readers see its month, its refund and that staff checked it, on a review.';
    comment on column purchases.bought_on is 'As the member says. Null while only a proof was sent.';
    comment on column purchases.paid is 'What the member says it cost; never shown to others.';
    comment on column purchases.refunded_on is
      'When the money came back; the day on which the member said so, where they named none.';
    comment on column purchases.proof_status is 'What staff found in the proof of the purchase.';
    comment on column purchases.proof_reason is 'Why a proof was not enough.';
    comment on column purchases.proof_decided_at is 'When staff decided on the proof; the date of "Purchase checked".'
  `.execute(db)
}

/** A purchase is public only as labels of an approved review by the same person. */
async function announcePurchases(db: Kysely<unknown>) {
  await sql`
    create function announce_purchase_of_reviewer() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and exists (
          select from reviews where deal_id = old.deal_id and user_id = old.user_id and status = 'APPROVED'))
        or (tg_op <> 'DELETE' and exists (
          select from reviews where deal_id = new.deal_id and user_id = new.user_id and status = 'APPROVED')) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_purchase_of_reviewer is
      'Announces the change of a purchase whose member has an approved review of the deal.';

    create trigger purchases_announce_changes after insert or update or delete on purchases
      for each row execute function announce_purchase_of_reviewer();
    comment on trigger purchases_announce_changes on purchases is
      'Changes that visitors see are announced to the page caches.';
    create trigger purchases_announce_truncation after truncate on purchases
      for each statement execute function announce_content_change();
    comment on trigger purchases_announce_truncation on purchases is 'TRUNCATE is announced to the page caches.'
  `.execute(db)
}
