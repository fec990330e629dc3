import fs from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fillDatabase } from '#scripts/testing/fill-database'
import { addFollowers, raisePrice, settleChanges } from '#scripts/testing/followers'
import { makeDataDir, type OwnSite, type Part, startOwnSite } from '#scripts/testing/own-site'
import { sendSignal } from '#scripts/testing/processes'
import { waitUntil } from '#scripts/testing/wait-until'

const FOLLOWERS = 20_000

/** A query on a connection of its own, which may be lost with the database. */
async function ask<Row extends pg.QueryResultRow>(site: OwnSite, text: string): Promise<Row | undefined> {
  let client: pg.Client | undefined
  try {
    // While the database is down it has no port.
    client = new pg.Client(site.databaseUrl())
    client.on('error', () => {})
    await client.connect()
    return (await client.query<Row>(text)).rows[0]
  } catch {
    return undefined
  } finally {
    await client?.end().catch(() => {})
  }
}

/**
 * Lets a job run now that waits for its next attempt: each kill and each error while the database starts makes that pause
 * longer, up to several minutes.
 */
const skipPause = (site: OwnSite) =>
  ask(site, 'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null')

const isNotifying = async (site: OwnSite) =>
  (await ask(site, `select from pg_stat_activity where wait_event = 'PgSleep'`)) !== undefined

test('kill -9 of the worker and of the database while it notifies: every follower is notified exactly once', async () => {
  const dir = makeDataDir()
  const site = await startOwnSite({ dir, env: { WEB_CONCURRENCY: '1' } })
  try {
    const client = new pg.Client(site.databaseUrl())
    client.on('error', () => {})
    await client.connect()
    await fillDatabase(client, 20)
    const { deal } = await addFollowers(client, FOLLOWERS)
    // However slowly this test notices that followers are being notified, that is not committed then.
    await client.query(`
      create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return null; end $$;
      create trigger take_time after insert on notifications for each statement execute function take_time()`)
    await raisePrice(client, deal)
    await settleChanges(client)
    await client.end()

    // A job that was running when two workers died would fail for good.
    const kills: Part[] = ['database', 'worker', 'database']
    for (const part of kills) {
      await waitUntil(async () => {
        await skipPause(site)
        return isNotifying(site)
      })
      expect(await ask(site, 'select from notifications limit 1')).toBeUndefined()
      for (const pid of site.pidsOf(part)) sendSignal(pid, 'SIGKILL')
    }
    await waitUntil(async () => {
      await skipPause(site)
      const found = await ask<{ done: boolean }>(site, 'select not exists (select from changed_deals) as done')
      return found?.done === true
    })
    expect(
      await ask(
        site,
        `select count(*)::int as notified, count(distinct user_id)::int as people,
          array_agg(distinct kind) as kinds,
          (select count(*)::int from bookmarks where not exists (
            select from notifications where notifications.user_id = bookmarks.user_id)) as forgotten
        from notifications`,
      ),
    ).toEqual({ notified: FOLLOWERS, people: FOLLOWERS, kinds: ['price'], forgotten: 0 })
  } finally {
    await site.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}, 900_000)
