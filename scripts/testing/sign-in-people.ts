import { createHash, randomBytes } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import pg from 'pg'
import { SERVER_ENV } from './built-site'

/** Creates people with sessions and returns their session cookies. */
export async function signInPeople(client: pg.Client, count: number, role = 'USER') {
  const { deriveKey } = await import('~/http/signing-keys.server')
  const cookie = createCookie('session', { secrets: [deriveKey(SERVER_ENV.SESSION_SECRET, 'session cookie')] })
  const ids = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = ids.map((id) => createHash('sha256').update(id).digest())
  await client.query(
    `with person as (
       insert into profiles (name, email, role, confirmed_at)
       select 'Person', 'bench-' || gen_random_uuid() || '@example.com', $3::role, now()
       from generate_series(1, $1) returning id
     ), numbered as (select id, row_number() over () as n from person)
     insert into sessions (id_hash, user_id, expires_at)
     select hash, id, now() + interval '1 day' from unnest($2::bytea[]) with ordinality as t (hash, n) join numbered using (n)`,
    [count, hashes, role],
  )
  return Promise.all(ids.map(async (id) => (await cookie.serialize(id)).split(';')[0]!))
}

/** Creates one person with a session and returns the session cookie. */
export async function signInOne(databaseUrl: string, role = 'USER') {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const [cookie] = await signInPeople(client, 1, role)
  await client.end()
  return cookie!
}
