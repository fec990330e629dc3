import { type Kysely, sql } from 'kysely'

/** A bookmark follows the product of its offer, so follows of products become bookmarks. */
export async function up(db: Kysely<unknown>) {
  await bookmarkFollowedProducts(db)
  await sql`
    delete from follows where product_id is not null;
    alter table follows drop column product_id,
      add constraint one_thing_is_followed check (num_nonnulls(vendor_id, category_id) = 1);
    comment on table follows is
      'Vendors and categories that members follow, for new offers and verified changes of a vendor.';
    comment on table bookmarks is
      'Saved deals of members. A saved deal and the other offers of its product are followed unless everything is switched off.';
    comment on column bookmarks.target_price is
      'The price alert, in the currency of the deal. At or below it the member is notified, whatever tells_price is.';
    comment on column bookmarks.tells_reopened is 'Open again, or a new offer of the product.'
  `.execute(db)
}

async function bookmarkFollowedProducts(db: Kysely<unknown>) {
  // Followers who have bookmarked an offer hear of new ones as before.
  await sql`
    update bookmarks set tells_reopened = true
    from deals join follows on follows.product_id = deals.product_id
    where deals.id = bookmarks.deal_id and follows.user_id = bookmarks.user_id and not tells_reopened
  `.execute(db)
  // A new offer is announced to those who have bookmarked another one, so while that waits it is the last choice.
  await sql`
    insert into bookmarks (user_id, deal_id, created_at)
    select follows.user_id, offer.id, follows.created_at
    from follows cross join lateral (
      select id from deals where deals.product_id = follows.product_id
      order by exists (
        select from deal_events where deal_id = deals.id and kind = 'PUBLISHED' and done_at is null),
        is_current desc, created_at
      limit 1) as offer
    where not exists (
      select from bookmarks as own join deals as saved on saved.id = own.deal_id
      where own.user_id = follows.user_id and saved.product_id = follows.product_id)
  `.execute(db)
}
