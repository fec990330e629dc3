import { type Kysely, sql } from 'kysely'

/** Members say when they asked for a refund and how it ended. Only counts of it are public. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create type refund_outcome as enum ('PAID', 'REFUSED', 'NO_ANSWER');
    alter table purchases
      add column refund_asked_on date,
      add column refund_outcome refund_outcome,
      add constraint a_refund_is_asked_for_after_the_purchase
        check (refund_asked_on is null or (bought_on is not null and refund_asked_on >= bought_on)),
      add constraint an_outcome_follows_a_question check (refund_outcome is null or refund_asked_on is not null),
      add constraint a_paid_refund_has_its_day check (
        refund_asked_on is null or (refunded_on is not null) = coalesce(refund_outcome = 'PAID', false));
    comment on column purchases.refund_asked_on is 'When the member asked the seller for a refund; never shown to others.';
    comment on column purchases.refund_outcome is 'How it ended. Paid refunds have the day in refunded_on.';
    create index purchases_with_refund_asked on purchases (deal_id) where refund_asked_on is not null;

    create or replace function announce_purchase_of_reviewer() returns trigger language plpgsql as $$
    begin
      if (tg_op <> 'INSERT' and (old.refund_asked_on is not null or exists (
          select from reviews where deal_id = old.deal_id and user_id = old.user_id and status = 'APPROVED')))
        or (tg_op <> 'DELETE' and (new.refund_asked_on is not null or exists (
          select from reviews where deal_id = new.deal_id and user_id = new.user_id and status = 'APPROVED'))) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_purchase_of_reviewer is
      'Announces the change if the member has an approved review of the deal, or if a refund counts.';
  `.execute(db)
}
