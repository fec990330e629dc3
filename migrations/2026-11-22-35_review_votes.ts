import { type Kysely, sql } from 'kysely'

/** Readers say which reviews helped them, and sort and filter reviews. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table review_votes (
      review_id uuid not null references reviews (id) on delete cascade,
      user_id uuid not null references profiles (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (review_id, user_id)
    );
    comment on table review_votes is 'Readers whom a review helped. It orders reviews, nothing else.';
    create index review_votes_by_user on review_votes (user_id, created_at desc);

    alter table reviews add column helpful_count int4 not null default 0 check (helpful_count >= 0);
    comment on column reviews.helpful_count is 'Rows of review_votes, kept by a trigger.';
    create index reviews_by_helpfulness on reviews (deal_id, status, helpful_count desc, created_at desc, id desc);
    create index reviews_by_rating on reviews (deal_id, status, rating, created_at desc, id desc);

    create function count_helpful_votes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update reviews set helpful_count = helpful_count + 1 where id = new.review_id;
      else
        update reviews set helpful_count = helpful_count - 1 where id = old.review_id;
      end if;
      return null;
    end $$;
    comment on function count_helpful_votes is 'Keeps the count of a review. A review that is deleted has none to keep.';
    create trigger review_votes_count after insert or delete on review_votes
      for each row execute function count_helpful_votes();
    comment on trigger review_votes_count on review_votes is 'Lists sort by the count.'
  `.execute(db)
}
