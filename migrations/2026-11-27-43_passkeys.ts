import { type Kysely, sql } from 'kysely'

/** Passkeys are gone. Recovery codes stay: with an authenticator app they work again. */
export async function up(db: Kysely<unknown>) {
  const { rows } = await sql<{ email: string }>`
    select email from profiles
    where id in (select user_id from passkeys)
      and id not in (select user_id from authenticators where confirmed_at is not null)
    order by email`.execute(db)
  if (rows.length > 0) {
    console.warn(`Passkeys are gone. Accounts whose only second factor was a passkey:
${rows.map(({ email }) => `  ${email}`).join('\n')}
They sign in with their password alone. With REQUIRE_2FA=1, staff then set up an authenticator app to get their rights back.`)
  }
  await sql`
    drop table passkeys, passkey_challenges;
    drop type passkey_purpose;
    do $$ begin
      -- A new database gets the queue after its migrations.
      if to_regclass('graphile_worker.jobs') is null then return; end if;
      -- Mails that this version no longer knows.
      perform graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs
        where payload->>'mail' in ('new-device', 'set-up', 'passkey-added', 'passkey-removed')));
    end $$
  `.execute(db)
}
