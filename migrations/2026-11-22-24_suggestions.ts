import { type Kysely, sql } from 'kysely'

/** Members suggest deals, which wait in the queue of the staff. */
export async function up(db: Kysely<unknown>) {
  await createSuggestions(db)
  await awardKarma(db)
  await announceCredits(db)
}

async function createSuggestions(db: Kysely<unknown>) {
  await sql`
    create table deal_suggestions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references profiles (id) on delete set null,
      url text not null check (url ~* '^https?://[^[:space:]]+$' and char_length(url) <= 2048),
      title text not null check (char_length(title) between 1 and 100),
      vendor_name text check (char_length(vendor_name) between 1 and 100),
      deal_price numeric(12, 2) check (deal_price between 0 and 9999999.99),
      end_date date,
      body text not null check (char_length(body) between 10 and 500),
      is_different boolean not null default false,
      status moderation_status not null default 'PENDING',
      deal_id uuid references deals (id) on delete set null,
      rejection_reason rejection_reason,
      moderation_reason text check (char_length(moderation_reason) between 1 and 500),
      moderated_by uuid references profiles (id) on delete set null,
      moderated_at timestamptz,
      created_at timestamptz not null default now(),
      constraint only_a_rejected_suggestion_has_a_reason check (rejection_reason is null or status = 'REJECTED'),
      constraint an_undecided_or_approved_suggestion_has_no_note
        check (moderation_reason is null or status not in ('PENDING', 'APPROVED'))
    );
    comment on table deal_suggestions is 'Deals that members found. Approved means that staff made a draft of it.';
    comment on column deal_suggestions.url is 'Where it can be bought, without tracking parameters.';
    comment on column deal_suggestions.deal_price is 'In US dollars.';
    comment on column deal_suggestions.body is 'Why it is good. For staff, never published.';
    comment on column deal_suggestions.is_different is
      'The link was on record already, and the member said that this is a different offer.';
    comment on column deal_suggestions.deal_id is 'The deal that was made of it; its page names the member.';
    create index deal_suggestions_by_user on deal_suggestions (user_id, created_at desc) where user_id is not null;
    create index deal_suggestions_by_deal on deal_suggestions (deal_id) where deal_id is not null;
    -- Links of shared hosts say nothing about the product, so they are compared as a whole.
    create index keyless_deals_by_host on deals (link_host(cta_url)) where published and link_key is null;
    create index deal_suggestions_by_moderator on deal_suggestions (moderated_by) where moderated_by is not null;

    create trigger deal_suggestions_wait_in_queue after insert or delete or update of status on deal_suggestions
      for each row execute function sync_queue_item('suggestion', 'user_id', '7');
    comment on trigger deal_suggestions_wait_in_queue on deal_suggestions is
      'A pending one waits in the queue of the staff.';

    create function leave_drafted_deal() returns trigger language plpgsql as $$
    begin
      new.deal_id := null;
      return new;
    end $$;
    comment on function leave_drafted_deal is 'The draft stays, and another one can be made of the suggestion.';
    create trigger deal_suggestions_leave_draft before update of status on deal_suggestions
      for each row when (new.status = 'PENDING') execute function leave_drafted_deal();
    comment on trigger deal_suggestions_leave_draft on deal_suggestions is
      'A suggestion that waits again has no deal.'
  `.execute(db)
}

async function awardKarma(db: Kysely<unknown>) {
  await sql`
    alter type karma_source add value if not exists 'SUGGESTION';

    create function award_suggestion_karma(suggestion deal_suggestions) returns void language plpgsql as $$
    declare
      earned int;
      due int;
    begin
      if suggestion.user_id is null then return; end if;
      select coalesce(sum(amount), 0) into earned from karma_events
      where source = 'SUGGESTION' and source_id = suggestion.id and user_id = suggestion.user_id;
      due := case
        when suggestion.status <> 'APPROVED' then 0
        when exists (select from deals where id = suggestion.deal_id and published) then 3
        else earned end;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount)
        values (suggestion.user_id, 'SUGGESTION', suggestion.id, due - earned);
      end if;
    end $$;
    comment on function award_suggestion_karma is
      'A suggestion earns its member 3 karma when its deal is published, until the approval is revoked. What is unpublished or deleted later stays earned.';

    create function award_karma_of_suggestion() returns trigger language plpgsql as $$
    begin
      perform award_suggestion_karma(new);
      return null;
    end $$;
    comment on function award_karma_of_suggestion is 'Adds the karma event that a decision on a suggestion calls for.';
    create trigger deal_suggestions_award_karma after update of status, deal_id on deal_suggestions
      for each row execute function award_karma_of_suggestion();
    comment on trigger deal_suggestions_award_karma on deal_suggestions is
      'A published deal earns the member who suggested it 3 karma.';

    create function award_karma_of_published_deal() returns trigger language plpgsql as $$
    declare suggestion deal_suggestions;
    begin
      for suggestion in select * from deal_suggestions where deal_id = new.id for update loop
        perform award_suggestion_karma(suggestion);
      end loop;
      return null;
    end $$;
    comment on function award_karma_of_published_deal is 'Adds the karma events that the publication of a deal calls for.';
    create trigger deals_award_suggestion_karma after update of published on deals
      for each row when (new.published and not old.published) execute function award_karma_of_published_deal();
    comment on trigger deals_award_suggestion_karma on deals is
      'The members who suggested a deal earn karma when it is published.'
  `.execute(db)
}

/** The page of a deal names the member who suggested it, see the migration of content announcements. */
async function announceCredits(db: Kysely<unknown>) {
  await sql`
    create function announce_change_of_credit() returns trigger language plpgsql as $$
    begin
      if exists (select from deals where id in (old.deal_id, new.deal_id) and published) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_change_of_credit is 'Announces the change when the suggested deal is published.';
    create trigger deal_suggestions_announce_changes after update of deal_id, user_id on deal_suggestions
      for each row when ((old.deal_id, old.user_id) is distinct from (new.deal_id, new.user_id))
      execute function announce_change_of_credit();
    comment on trigger deal_suggestions_announce_changes on deal_suggestions is
      'Changes that visitors see are announced to the page caches.';

    create or replace function announce_change_of_name() returns trigger language plpgsql as $$
    begin
      if exists (select from reviews where user_id = new.id and status = 'APPROVED')
        or exists (select from comments where user_id = new.id and status = 'APPROVED')
        or exists (
          select from deal_suggestions join deals on deals.id = deal_suggestions.deal_id
          where deal_suggestions.user_id = new.id and deals.published) then
        notify content_changed;
      end if;
      return null;
    end $$;
    comment on function announce_change_of_name is
      'Announces the change when the profile has approved reviews or comments, or suggested a published deal.'
  `.execute(db)
}
