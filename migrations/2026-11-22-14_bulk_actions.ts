import { type Kysely, sql } from 'kysely'

/** One action of staff on many deals. Its deals are fixed when it starts, so that it can go on after a crash. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create type bulk_verb as enum ('publish', 'unpublish', 'set-status', 'set-category', 'delete');
    create type bulk_action_status as enum ('RUNNING', 'DONE', 'STOPPED');
    create table bulk_actions (
      id uuid primary key,
      actor_id uuid references profiles (id) on delete set null,
      verb bulk_verb not null,
      to_status deal_status,
      to_category_id uuid references categories (id) on delete set null,
      deal_count int4 not null default 0 check (deal_count >= 0),
      done_count int4 not null default 0 check (done_count >= 0),
      changed_count int4 not null default 0 check (changed_count >= 0),
      left_counts jsonb not null default '{}' check (jsonb_typeof(left_counts) = 'object'),
      status bulk_action_status not null default 'RUNNING',
      message text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      dismissed_at timestamptz,
      constraint only_a_status_action_has_a_status check ((verb = 'set-status') = (to_status is not null)),
      constraint only_a_category_action_has_a_category check (verb = 'set-category' or to_category_id is null),
      constraint nothing_is_done_twice check (done_count <= deal_count and changed_count <= done_count),
      constraint an_end_has_a_time check ((status = 'RUNNING') = (finished_at is null))
    );
    comment on table bulk_actions is 'Actions of staff on many deals at once, with their progress and outcome.';
    comment on column bulk_actions.left_counts is 'The number of deals that were left as they were, by reason.';
    comment on column bulk_actions.message is 'Why the action stopped before its end.';
    comment on column bulk_actions.dismissed_at is 'When the outcome was read by the person who started the action.';
    create index bulk_actions_to_read on bulk_actions (actor_id, created_at desc) where dismissed_at is null;
    create index bulk_actions_by_actor on bulk_actions (actor_id);
    create index bulk_actions_by_category on bulk_actions (to_category_id) where to_category_id is not null;

    create table bulk_action_deals (
      action_id uuid not null references bulk_actions (id) on delete cascade,
      deal_id uuid not null,
      version int4,
      is_done boolean not null default false,
      primary key (action_id, deal_id)
    );
    comment on table bulk_action_deals is
      'The deals of a bulk action. Without a foreign key to deals: an action may delete them. At the end only changed ones stay, for their history.';
    comment on column bulk_action_deals.version is 'The version that the action made; null for a deal that was left or deleted.';
    create index waiting_bulk_action_deals on bulk_action_deals (action_id, deal_id) where not is_done;
    create index bulk_action_deals_by_deal on bulk_action_deals (deal_id) where version is not null
  `.execute(db)
}
