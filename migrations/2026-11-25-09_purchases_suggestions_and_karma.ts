import { type Kysely, sql } from 'kysely'

const isUrl = (column: string) => sql.raw(`${column} ~* '^https?://[^[:space:]]+$' and char_length(${column}) <= 2048`)
const HAS_NO_NOTE = sql`moderation_reason is null or status not in ('PENDING', 'APPROVED')`

const AWARDS = [
  { table: 'reviews', author: 'user_id', source: 'REVIEW', amount: 3 },
  { table: 'change_logs', author: 'reported_by_user_id', source: 'CHANGE_LOG', amount: 5 },
  { table: 'comments', author: 'user_id', source: 'COMMENT', amount: 1 },
]

/** Purchases with their proofs, suggestions of deals, and the karma of approved contributions. */
export async function up(db: Kysely<unknown>) {
  await createPurchases(db)
  await createProofs(db)
  await createSuggestions(db)
  await createKarma(db)
  await awardSuggestions(db)
}

async function createPurchases(db: Kysely<unknown>) {
  await db.schema.createType('proof_status').asEnum(['NONE', 'SUBMITTED', 'CHECKED', 'REFUSED']).execute()

  await db.schema
    .createTable('purchases')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('bought_on', 'date', (col) => col.check(sql`bought_on between '1990-01-01' and '2199-12-31'`))
    .addColumn('paid', 'numeric(12, 2)', (col) => col.check(sql`paid >= 0`))
    .addColumn('currency', 'text', (col) => col.check(sql`currency ~ '^[A-Z]{3}$'`))
    .addColumn('refunded_on', 'date', (col) => col.check(sql`refunded_on <= '2199-12-31'`))
    .addColumn('proof_status', sql`proof_status`, (col) => col.notNull().defaultTo('NONE'))
    .addColumn('proof_reason', 'text', (col) => col.check(sql`char_length(proof_reason) between 1 and 500`))
    .addColumn('proof_decided_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('one_purchase_per_person_and_deal', ['user_id', 'deal_id'])
    .addCheckConstraint('what_was_paid_has_a_currency', sql`(paid is null) = (currency is null)`)
    // Written out: a comparison with a missing day would be unknown, which a check lets pass.
    .addCheckConstraint(
      'a_refund_follows_a_purchase',
      sql`refunded_on is null or (bought_on is not null and refunded_on >= bought_on)`,
    )
    .addCheckConstraint(
      'a_decided_proof_has_a_date',
      sql`(proof_decided_at is not null) = (proof_status in ('CHECKED', 'REFUSED'))`,
    )
    .addCheckConstraint('only_a_refused_proof_has_a_reason', sql`proof_reason is null or proof_status = 'REFUSED'`)
    .execute()
  await db.schema.createIndex('purchases_by_deal_and_user').on('purchases').columns(['deal_id', 'user_id']).execute()
  await sql`
    comment on table purchases is
      'Purchases of members. Private, but an approved review shows the month, a refund and that staff checked the purchase.';
    comment on column purchases.bought_on is 'As entered by the member. Null while there is only a proof.';
    comment on column purchases.paid is 'As entered by the member; never shown to others.';
    comment on column purchases.refunded_on is
      'When the money came back, or the day of the entry if the member named none.';
    comment on column purchases.proof_status is 'The decision of staff on the proof.';
    comment on column purchases.proof_reason is 'Why staff refused the proof.';
    comment on column purchases.proof_decided_at is 'When staff decided on the proof; the date of "Purchase checked".'
  `.execute(db)
}

async function createProofs(db: Kysely<unknown>) {
  await db.schema
    .createTable('purchase_proofs')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('purchase_id', 'uuid', (col) => col.notNull().references('purchases.id').onDelete('cascade'))
    .addColumn('deal_id', 'uuid', (col) => col.notNull().references('deals.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('file_name', 'text', (col) => col.notNull().check(sql`char_length(file_name) between 1 and 100`))
    .addColumn('media_type', 'text', (col) => col.notNull().check(sql`media_type in ('image/webp', 'application/pdf')`))
    .addColumn('content', 'bytea')
    .addColumn('byte_length', 'int4', (col) => col.notNull().check(sql`byte_length between 1 and 5242880`))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('one_proof_per_purchase', ['purchase_id'])
    .addCheckConstraint(
      'only_a_refused_proof_has_a_reason',
      sql`(rejection_reason is null and moderation_reason is null) or status = 'REJECTED'`,
    )
    .addCheckConstraint('a_waiting_proof_has_its_file', sql`content is not null or status in ('APPROVED', 'REJECTED')`)
    .execute()
  await db.schema.createIndex('purchase_proofs_by_deal').on('purchase_proofs').column('deal_id').execute()
  await db.schema.createIndex('purchase_proofs_by_user').on('purchase_proofs').column('user_id').execute()
  await db.schema.createIndex('purchase_proofs_by_moderator').on('purchase_proofs').column('moderated_by').execute()
  await sql`
    comment on table purchase_proofs is 'Files that prove purchases. Only their member and staff see them.';
    comment on column purchase_proofs.deal_id is 'The deal of the purchase.';
    comment on column purchase_proofs.user_id is 'The member of the purchase.';
    comment on column purchase_proofs.content is 'The file; null once it is deleted, 30 days after the decision.';
    comment on column purchase_proofs.byte_length is 'The size of the stored file.';
    comment on column purchase_proofs.moderation_reason is 'Why staff refused it. Only the member sees it.';
    create index purchase_proofs_to_delete on purchase_proofs (moderated_at) where content is not null;
    -- The files are compressed already.
    alter table purchase_proofs alter column content set storage external;

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
    comment on function note_proof_of_purchase is 'Copies the decision on a proof to its purchase.';
    create trigger purchase_proofs_note_purchase after insert or delete or update of status on purchase_proofs
      for each row execute function note_proof_of_purchase();
    comment on trigger purchase_proofs_note_purchase on purchase_proofs is
      'Labels, filters and averages read the purchase.'
  `.execute(db)
}

async function createSuggestions(db: Kysely<unknown>) {
  await db.schema
    .createTable('deal_suggestions')
    .addColumn('id', 'uuid', (col) => col.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_id', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('url', 'text', (col) => col.notNull().check(isUrl('url')))
    .addColumn('title', 'text', (col) => col.notNull().check(sql`char_length(title) between 1 and 100`))
    .addColumn('vendor_name', 'text', (col) => col.check(sql`char_length(vendor_name) between 1 and 100`))
    .addColumn('deal_price', 'numeric(12, 2)', (col) => col.check(sql`deal_price between 0 and 9999999.99`))
    .addColumn('end_date', 'date')
    .addColumn('body', 'text', (col) => col.notNull().check(sql`char_length(body) between 10 and 500`))
    .addColumn('is_different', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('status', sql`moderation_status`, (col) => col.notNull().defaultTo('PENDING'))
    .addColumn('deal_id', 'uuid', (col) => col.references('deals.id').onDelete('set null'))
    .addColumn('rejection_reason', sql`rejection_reason`)
    .addColumn('moderation_reason', 'text', (col) => col.check(sql`char_length(moderation_reason) between 1 and 500`))
    .addColumn('moderated_by', 'uuid', (col) => col.references('profiles.id').onDelete('set null'))
    .addColumn('moderated_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('only_a_rejected_suggestion_has_a_reason', sql`rejection_reason is null or status = 'REJECTED'`)
    .addCheckConstraint('an_undecided_or_approved_suggestion_has_no_note', HAS_NO_NOTE)
    .execute()
  await sql`
    comment on table deal_suggestions is 'Deals that members found. Approved means that staff made a draft.';
    comment on column deal_suggestions.url is 'Where to buy it, without tracking parameters.';
    comment on column deal_suggestions.deal_price is 'In US dollars.';
    comment on column deal_suggestions.body is 'Why it is good. For staff, never published.';
    comment on column deal_suggestions.is_different is
      'The link was known, and the member said that this is a different offer.';
    comment on column deal_suggestions.deal_id is 'The draft, or the published deal, which names the member.';
    create index deal_suggestions_by_user on deal_suggestions (user_id, created_at desc) where user_id is not null;
    create index deal_suggestions_by_deal on deal_suggestions (deal_id) where deal_id is not null;
    create index deal_suggestions_by_moderator on deal_suggestions (moderated_by) where moderated_by is not null
  `.execute(db)
}

/** Karma follows the approval, however it is given or revoked. Karma for what is deleted with its deal stays. */
async function createKarma(db: Kysely<unknown>) {
  await db.schema
    .createType('karma_source')
    .asEnum(['REVIEW', 'CHANGE_LOG', 'COMMENT', 'AVAILABILITY_REPORT', 'SUGGESTION'])
    .execute()

  await db.schema
    .createTable('karma_events')
    .addColumn('id', 'bigint', (col) => col.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'uuid', (col) => col.notNull().references('profiles.id').onDelete('cascade'))
    .addColumn('source', sql`karma_source`, (col) => col.notNull())
    .addColumn('source_id', 'uuid', (col) => col.notNull())
    .addColumn('amount', 'int2', (col) => col.notNull().check(sql`amount <> 0`))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('karma_events_by_user').on('karma_events').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('karma_events_by_source').on('karma_events').columns(['source', 'source_id']).execute()
  await sql`
    comment on table karma_events is
      'Ledger of karma. Rows are only added, with a negative amount when karma is revoked.';
    comment on column karma_events.source_id is 'The id of the contribution, which may be deleted.';

    create function add_karma_to_profile() returns trigger language plpgsql as $$
    begin
      update profiles set karma = karma + new.amount where id = new.user_id;
      return null;
    end $$;
    comment on function add_karma_to_profile is 'Adds the amount to the karma of the profile.';
    create trigger karma_events_update_profile after insert on karma_events
      for each row execute function add_karma_to_profile();
    comment on trigger karma_events_update_profile on karma_events is 'The profile shows the sum of its karma.';

    create function award_karma() returns trigger language plpgsql as $$
    declare
      author uuid := to_jsonb(new) ->> tg_argv[0];
      origin karma_source := tg_argv[1];
      earned int := 0;
      due int := case
        when new.status = 'APPROVED' and new.moderated_by is distinct from author then tg_argv[2]::int else 0 end;
    begin
      if author is null then return null; end if;
      if tg_op = 'UPDATE' then
        if old.status = new.status then return null; end if;
        select coalesce(sum(amount), 0) into earned from karma_events
        where source = origin and source_id = new.id and user_id = author;
      end if;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount) values (author, origin, new.id, due - earned);
      end if;
      return null;
    end $$;
    comment on function award_karma is
      'Adds the karma event that follows from an approval by someone else, or from its end. Arguments: the column of the author, the source and the amount.'
  `.execute(db)

  for (const { table, author, source, amount } of AWARDS) {
    await sql
      .raw(`
        create trigger ${table}_award_karma after insert or update of status on ${table}
          for each row execute function award_karma('${author}', '${source}', '${amount}');
        comment on trigger ${table}_award_karma on ${table} is
          'An approval earns the author ${amount} karma, until it is revoked.'`)
      .execute(db)
  }
}

async function awardSuggestions(db: Kysely<unknown>) {
  await sql`
    create function award_suggestion_karma(suggestion deal_suggestions) returns void language plpgsql as $$
    declare
      earned int;
      due int;
    begin
      if suggestion.user_id is null then return; end if;
      select coalesce(sum(amount), 0) into earned from karma_events
      where source = 'SUGGESTION' and source_id = suggestion.id and user_id = suggestion.user_id;
      due := case
        when suggestion.status <> 'APPROVED' or suggestion.moderated_by = suggestion.user_id then 0
        when exists (select from deals where id = suggestion.deal_id and published) then 3
        else earned end;
      if due <> earned then
        insert into karma_events (user_id, source, source_id, amount)
        values (suggestion.user_id, 'SUGGESTION', suggestion.id, due - earned);
      end if;
    end $$;
    comment on function award_suggestion_karma is
      'A suggestion that someone else approved earns 3 karma when its deal is published, until the approval is revoked.';

    create function award_karma_of_suggestion() returns trigger language plpgsql as $$
    begin
      perform award_suggestion_karma(new);
      return null;
    end $$;
    comment on function award_karma_of_suggestion is
      'Adds the karma event that follows from a decision on a suggestion.';
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
    comment on function award_karma_of_published_deal is
      'Adds the karma events that follow from the publication of a deal.';
    create trigger deals_award_suggestion_karma after update of published on deals
      for each row when (new.published and not old.published) execute function award_karma_of_published_deal();
    comment on trigger deals_award_suggestion_karma on deals is
      'The members who suggested a deal earn karma when it is published.'
  `.execute(db)
}
