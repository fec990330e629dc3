import { type Kysely, sql } from 'kysely'

/** Only a hash of the token is stored. Links that members already use go on working. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table private_addresses add column token_hash bytea;
    update private_addresses set token_hash = sha256(convert_to(token, 'UTF8'));
    alter table private_addresses
      alter column token_hash set not null,
      add constraint private_addresses_token_hash_key unique (token_hash),
      add constraint private_addresses_token_hash_check check (octet_length(token_hash) = 32),
      drop column token;
    alter table private_addresses rename column renewed_at to created_at;
    comment on table private_addresses is
      'The links of a member''s calendar and feed, which anyone with the token can read. A new password deletes them.';
    comment on column private_addresses.token_hash is 'SHA-256 of the token in the links.'
  `.execute(db)
}
