import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import type { JobHelpers } from 'graphile-worker'
import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import { env } from '~/env.server'
import { type FetchOptions, fetchPage, oneAtATime } from '~/http/fetch-page.server'
import { KeyedSemaphore } from '~/http/keyed-semaphore'
import { makeUploadPath } from '~/http/multipart.server'
import { FAILURE_WORDS } from '~/http/network.server'
import { PICTURE_MAX_BYTES, PICTURE_PROBLEMS } from './picture'
import { type StoreResult, storePicture } from './store-picture.server'

/** Each has at most one connection to the web and one file on the disk. */
const LANES = 16
/** What is left then is fetched by the next run. */
const RUN_MS = 2 * 3_600_000
const TRIES = 3
const ACCEPT = 'image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.5'
/** Members who send proofs come first, so a picture may wait. */
const DECODER_TIMEOUT_MS = 600_000

/** Lets the pictures of changed deals be fetched soon. */
export async function fetchPicturesSoon(executor: Executor) {
  await addJob(executor, 'fetch_pictures', {}, { key: 'fetch_pictures', queue: 'fetch_pictures' })
}

/** Fetches the pictures of deals from other hosts: daily, and after a deal got the address of one. */
export async function fetchPictures(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  if (!env.LINK_CHECKS) return
  await runPictureFetches({ signal: abortSignal })
}

type RunOptions = Pick<FetchOptions, 'network' | 'timeoutMs'> & { signal: AbortSignal; now?: () => Date }

/**
 * Fetches each picture that is due once, with one request at a time to each host. Every result is saved at once, so an
 * interrupted run continues with the pictures that are left.
 *
 * @throws the reason of the signal when that aborts
 */
export async function runPictureFetches({ signal, now = () => new Date(), ...options }: RunOptions) {
  await planFetches()
  const dueBy = now()
  const endsAt = performance.now() + RUN_MS
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const hosts = await listDueHosts(dueBy)
  // Only one of the lanes waits for the decoder, so that proofs of members are hardly delayed.
  const storing = new KeyedSemaphore()

  async function work() {
    for (let host = hosts.pop(); host !== undefined; host = hosts.pop()) {
      for (const due of await listDue(host, dueBy)) {
        stop.throwIfAborted()
        if (performance.now() > endsAt) return
        const result = await fetchPicture(due.url, { ...options, signal: stop }, storing)
        if ('problem' in result) await saveFailure(due, result.problem, now())
        else await savePicture(due, result.id)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, () => work().catch((error) => failed.abort(error))))
  stop.throwIfAborted()
}

/** Adds deals whose picture was never fetched, and resets those with another address; others need no row any more. */
async function planFetches() {
  await sql`
    insert into picture_fetches (deal_id, url, host)
    select id, hero_image_url, link_host(hero_image_url) from deals
    where picture_id is null and hero_image_url ilike 'http%'
    on conflict (deal_id) do update
    set url = excluded.url, host = excluded.host, due_at = now(), tries = 0, problem = null
    where picture_fetches.url <> excluded.url`.execute(db)
  await sql`
    delete from picture_fetches using deals
    where deals.id = picture_fetches.deal_id
      and (deals.hero_image_url is distinct from picture_fetches.url or deals.picture_id is not null)`.execute(db)
}

/** The host with the oldest due picture comes last, where `pop` takes it first. */
async function listDueHosts(dueBy: Date) {
  const rows = await selectDue(dueBy)
    .select('host')
    .groupBy('host')
    .orderBy((eb) => eb.fn.min('due_at'), 'desc')
    .execute()
  return rows.map(({ host }) => host)
}

type DuePicture = { url: string; deals: string[] }

/** Several offers of a product may have one picture. */
async function listDue(host: string, dueBy: Date): Promise<DuePicture[]> {
  return selectDue(dueBy)
    .select(['url', sql<string[]>`array_agg(deal_id)`.as('deals')])
    .where('host', '=', host)
    .groupBy('url')
    .orderBy((eb) => eb.fn.min('due_at'))
    .execute()
}

const selectDue = (dueBy: Date) =>
  db.selectFrom('picture_fetches').where('due_at', '<=', dueBy).where('tries', '<', TRIES)

async function fetchPicture(
  url: string,
  { signal, ...options }: FetchOptions,
  storing: KeyedSemaphore,
): Promise<StoreResult> {
  const file = await makeUploadPath(`${randomUUID()}.picture`)
  try {
    // One byte more shows that a file is too large.
    const download = { file, maxBytes: PICTURE_MAX_BYTES + 1, accept: ACCEPT }
    const { page, failure } = await fetchPage(url, { ...options, signal, download, takeTurn: oneAtATime({ signal }) })
    if (!page) return { problem: `${sentence(FAILURE_WORDS[failure])}.` }
    if (page.status < 200 || page.status > 299) return { problem: `It answered with the error ${page.status}.` }
    const { size } = await fs.promises.stat(file).catch(() => ({ size: 0 }))
    if (size === 0) return { problem: PICTURE_PROBLEMS.unreadable }
    if (!page.isComplete && size <= PICTURE_MAX_BYTES) return { problem: `${sentence(FAILURE_WORDS['time-out'])}.` }
    return await storing.run('', () => storePicture(file, DECODER_TIMEOUT_MS), { signal })
  } finally {
    await fs.promises.rm(file, { force: true })
  }
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A deal that has another address meanwhile is left alone; the next run fetches that one. */
async function savePicture({ url, deals }: DuePicture, pictureId: string) {
  await db
    .with('fetched', (qb) =>
      qb
        .updateTable('deals')
        .set({ picture_id: pictureId })
        .where(sql<SqlBool>`id = any(${deals}::uuid[])`)
        .where('hero_image_url', '=', url)
        .returning('id'),
    )
    .deleteFrom('picture_fetches')
    .where('deal_id', 'in', (eb) => eb.selectFrom('fetched').select('id'))
    .execute()
}

/** Due again on the next day (UTC), unless it was the last try. */
async function saveFailure({ url, deals }: DuePicture, problem: string, now: Date) {
  await db
    .updateTable('picture_fetches')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      problem,
      due_at: sql<Date>`(${now.toISOString().slice(0, 10)}::date + 1)::timestamp at time zone 'UTC'`,
    }))
    .where(sql<SqlBool>`deal_id = any(${deals}::uuid[])`)
    .where('url', '=', url)
    .execute()
}

/** "Try again" of staff: three new tries, the first one soon. */
export async function retryPicture(dealId: string) {
  const { numUpdatedRows } = await db
    .updateTable('picture_fetches')
    .set({ tries: 0, due_at: sql<Date>`now()` })
    .where('deal_id', '=', dealId)
    .executeTakeFirst()
  if (numUpdatedRows > 0) await fetchPicturesSoon(db)
  return numUpdatedRows > 0
}
