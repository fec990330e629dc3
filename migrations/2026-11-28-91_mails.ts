import { type Kysely, sql } from 'kysely'

/** Every mail is a row of the outbox; those that waited as jobs become rows. */
export async function up(db: Kysely<unknown>) {
  await sql`
    drop index mails_to_send;
    alter table mails
      alter column kind type text using lower(kind::text),
      alter column user_id drop not null,
      add column address text check (char_length(address) between 3 and 254),
      add column data jsonb not null default '{}',
      add constraint a_waiting_mail_has_one_recipient check (
        case when status = 'WAITING' then num_nonnulls(user_id, address) = 1 else address is null end);
    drop type mail_kind;
    create unique index one_mail_per_address_and_cause on mails (address, cause) where address is not null;
    create index mails_to_send on mails (kind, send_after) where status = 'WAITING';
    comment on table mails is
      'The outbox. A mail is written when it is sent, so that neither its text nor the token of its link is stored.';
    comment on column mails.user_id is
      'The recipient, or the member whose address it was; null for unknown addresses and deleted accounts.';
    comment on column mails.address is 'The recipient, where it is no member. Deleted when the mail is sent or dropped.';
    comment on column mails.kind is 'As in app/features/people/mails, which also names the data of each.';
    comment on column mails.status is 'DROPPED: the address is unknown, the member chose never, or there is no news left.'
  `.execute(db)
  await storeQueuedMails(db)
  await markMailedDecisions(db)
}

async function storeQueuedMails(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      -- A new database gets the queue after its migrations.
      if to_regclass('graphile_worker.jobs') is null then return; end if;
      create temporary table mail_jobs on commit drop as
        select jobs.id, tasks.identifier as task, payload::jsonb as payload, run_at,
          coalesce((payload->>'failures')::int2, 0) as failures,
          coalesce((payload->>'mayHaveArrived')::boolean, false) as may_have_arrived
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
        where tasks.identifier in ('send_mail', 'send_contact_mail', 'send_follow_up_mail', 'send_decision_mail')
          and attempts < max_attempts;
      insert into mails (address, kind, cause, data, send_after, failures, may_have_arrived)
        select payload->>'email', payload->>'mail', 'job:' || id,
          coalesce(payload->'suspension', jsonb_strip_nulls(jsonb_build_object('redirectTo', payload->'redirectTo'))),
          run_at, failures, may_have_arrived
        from mail_jobs where task = 'send_mail';
      insert into mails (address, kind, cause, data, send_after, failures, may_have_arrived)
        select email, case payload->>'to' when 'staff' then 'contact' else 'contact-copy' end, 'job:' || mail_jobs.id,
          jsonb_build_object('message', payload->'messageId'), run_at, failures, may_have_arrived
        from mail_jobs join contact_messages on contact_messages.id = (payload->>'messageId')::uuid
        where task = 'send_contact_mail';
      insert into mails (user_id, kind, cause, data, send_after, failures, may_have_arrived)
        select user_id, 'still-using', 'question:' || questions.id, jsonb_build_object('question', questions.id),
          run_at, failures, may_have_arrived
        from mail_jobs join follow_up_questions questions on questions.id = (payload->>'questionId')::uuid
        where task = 'send_follow_up_mail';
      -- These notifications had no mail yet, and are mailed as new ones are.
      create temporary table unmailed_decisions on commit drop as
        select 'decision:' || (payload->>'decisionId') as cause from mail_jobs where task = 'send_decision_mail';
      perform graphile_worker.complete_jobs(array(
        select jobs.id from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = task_id
        where tasks.identifier in ('send_mail', 'send_contact_mail', 'send_follow_up_mail', 'send_decision_mail',
          'mail_notifications', 'plan_weekly_mails')));
    end $$
  `.execute(db)
}

/** Notifications of decisions that were mailed by jobs are not mailed again. */
async function markMailedDecisions(db: Kysely<unknown>) {
  await sql`
    create temporary table if not exists unmailed_decisions (cause text) on commit drop;
    insert into mails (user_id, kind, cause, status, finished_at)
      select user_id, 'decisions', cause, 'SENT', created_at from notifications
      where kind = 'contribution_decided' and mail_id is null and created_at > now() - interval '8 days'
        and cause not in (select cause from unmailed_decisions);
    update notifications set mail_id = mails.id from mails
      where mails.user_id = notifications.user_id and mails.cause = notifications.cause
        and notifications.kind = 'contribution_decided'
  `.execute(db)
}
