import type pg from 'pg'

/** Creates confirmed members who have saved a published deal. Returns its id, and that of another one. */
export async function addFollowers(client: pg.Client, count: number) {
  const { rows } = await client.query<{ id: string }>(
    'select id from deals where published and deal_price is not null order by id limit 2',
  )
  const [deal, other] = rows.map(({ id }) => id) as [string, string]
  // Their prices change freely without plans, and without an end date the price is the only news.
  await client.query('delete from deal_plans where deal_id = any($1)', [[deal, other]])
  await client.query('update deals set end_date = null where id = any($1)', [[deal, other]])
  await client.query(
    `with people as (
       insert into profiles (name, email, confirmed_at)
       select 'Follower ' || n, 'follower-' || n || '@example.com', now() from generate_series(1, $2::int) n returning id)
     insert into bookmarks (user_id, deal_id) select id, $1 from people`,
    [deal, count],
  )
  await client.query('vacuum analyze profiles, bookmarks')
  return { deal, other }
}

/** Raises the price of a deal, noted before as the editor does. */
export async function raisePrice(client: pg.Client, deal: string) {
  await client.query(
    'insert into changed_deals (deal_id, before) select id, offer_state(deals) from deals where id = $1',
    [deal],
  )
  await client.query('update deals set deal_price = deal_price + 1 where id = $1', [deal])
  // A job that ran before `settleChanges` would find nothing to do.
  await client.query(`
    select graphile_worker.add_job('tell_changes', queue_name => 'tell_changes', run_at => now() + interval '20 s')`)
}

/** Makes the job that notifies followers run now instead of 20 seconds after the change. */
export async function settleChanges(client: pg.Client) {
  await client.query(`update changed_deals set changed_at = changed_at - interval '1 minute'`)
  await client.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
}
