import type { JobHelpers } from 'graphile-worker'
import { type SqlBool, sql } from 'kysely'
import { db } from '~/db/database.server'
import { withRetries } from '~/db/transaction.server'
import { env } from '~/env.server'
import type { BrokenLinkDetails } from '~/features/contributions/availability/alert'
import { type FetchOptions, oneAtATime } from '~/http/fetch-page.server'
import { KeyedSemaphore, QueueTimeoutError } from '~/http/keyed-semaphore'
import { log } from '~/log.server'
import { type DueLink, isChecked, iterateDueHosts, iterateDueLinks, planLinkChecks } from './due-links.server'
import { OUTAGE, UnreachedVisits } from './link-outage.server'
import { type LinkVisit, visitLink } from './visit-link.server'
import { watchFetchedPage } from './watch-page.server'

/** Each has at most one connection to the web. */
const LANES = 64
const SLOW_LANES = 16
/** A visit that takes longer makes a slow host of its host. */
const SLOW_MS = 5_000
/** What is left then is due on the next day. */
const RUN_MS = 4 * 3_600_000
/** The other connections to the database are left to other jobs. */
const STATEMENTS_AT_ONCE = 4

/**
 * Daily job: visits the links of published deals that have not ended, each once a week while it works and daily after it
 * failed. Every result is saved at once, so an interrupted job continues with the links that are left.
 */
export async function checkLinks(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  if (!env.LINK_CHECKS) return
  await planLinkChecks()
  await runLinkChecks({ signal: abortSignal })
}

export type LinkCheckOptions = Pick<FetchOptions, 'network' | 'timeoutMs'> & {
  signal: AbortSignal
  now?: () => Date
  slowMs?: number
  runMs?: number
}

/**
 * Visits the links that are due, host by host: one request at a time to each, also where links redirect to. A slow or
 * dead host holds up a part of the lanes only. In an outage of our own network no link fails.
 *
 * @throws the reason of the signal when that aborts; the visits that it interrupts stay due
 */
export async function runLinkChecks({
  signal,
  now = () => new Date(),
  slowMs = SLOW_MS,
  runMs = RUN_MS,
  ...fetchOptions
}: LinkCheckOptions) {
  const dueBy = now()
  const endsAt = performance.now() + runMs
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const hosts = new HostQueue(iterateDueHosts(dueBy), SLOW_LANES)
  const unreached = new UnreachedVisits()
  const statements = new KeyedSemaphore(STATEMENTS_AT_ONCE)
  const limited = <T>(work: () => Promise<T>) => statements.run('database', work)

  async function checkHost(host: string, isSlow: boolean) {
    for await (const link of iterateDueLinks(host, dueBy, limited)) {
      stop.throwIfAborted()
      const begunAt = performance.now()
      if (begunAt > endsAt) return
      const visit = await visitInTurn(link, isSlow)
      const isSlowNow = performance.now() - begunAt > slowMs
      if (visit && !unreached.take(host, link, visit)) await limited(() => save(link, visit))
      if (!isSlow && (isSlowNow || !visit)) return hosts.putBack(host)
    }
  }

  /** Nothing if another host, to which the link redirects, is too busy. */
  async function visitInTurn(link: DueLink, isSlow: boolean) {
    const takeTurn = oneAtATime({ signal: stop, timeoutMs: isSlow ? undefined : slowMs })
    try {
      return await visitLink(link.url, { ...fetchOptions, isPageWanted: link.isWatched, signal: stop, takeTurn })
    } catch (error) {
      if (error instanceof QueueTimeoutError) return undefined
      throw error
    }
  }

  async function save(link: DueLink, visit: LinkVisit) {
    await recordVisit(link, visit, now())
    if (link.isWatched && visit.page) await watchFetchedPage(link, visit.page)
  }

  const work = () => hosts.workOn(checkHost).catch((error) => failed.abort(error))
  await Promise.all(Array.from({ length: LANES }, work))
  stop.throwIfAborted()
  const isOutage = unreached.isOutage()
  if (isOutage) log.warn({ links: unreached.list.length }, 'Links were not checked: the network here is down')
  for (const { link, visit } of unreached.list) await recordVisit(link, isOutage ? OUTAGE : visit, now())
}

/**
 * The hosts that a number of lanes work on. Those that proved to be slow get some of the lanes only, so that the others
 * are not held up; all lanes help in the end.
 */
export class HostQueue {
  #fresh: AsyncGenerator<string, void>
  #slow: string[] = []
  #slowLanes = 0

  constructor(
    fresh: AsyncGenerator<string, void>,
    readonly maxSlowLanes: number,
  ) {
    this.#fresh = fresh
  }

  /** Puts a host back, to be worked on as a slow one. */
  putBack(host: string) {
    this.#slow.push(host)
  }

  /** Gives `work` one host after another, until there are none. */
  async workOn(work: (host: string, isSlow: boolean) => Promise<void>) {
    for (;;) {
      const isSlowTurn = this.#slow.length > 0 && this.#slowLanes < this.maxSlowLanes
      const next = isSlowTurn ? undefined : await this.#fresh.next()
      if (next && !next.done) {
        await work(next.value, false)
        continue
      }
      const host = this.#slow.shift()
      if (host === undefined) return
      this.#slowLanes++
      await work(host, true).finally(() => this.#slowLanes--)
    }
  }
}

const DAYS_UNTIL_BROKEN = 3
/** Failures that are older no longer count: the link was not due in between, because its deal had ended. */
const DAYS_REMEMBERED = 30

type Link = { id: string; url: string }

/**
 * Saves what a visit found, and when the next one is due: in a week, or on the next day after a failure. Failures on
 * three days raise an alert. A day counts once, and the first success takes everything back.
 */
async function recordVisit(link: Link, visit: LinkVisit, now = new Date()) {
  await withRetries(async () => {
    if (visit.result === 'OK') await saveAndRemoveAlert(link, visit, now)
    else if (visit.result === 'FAILED') await saveAndRaiseAlert(link, visit, now)
    else await saveVisit(db, link, visit, now).execute()
  })
}

function saveAndRemoveAlert(link: Link, visit: LinkVisit, now: Date) {
  return db
    .with('saved', (executor) => saveVisit(executor, link, visit, now))
    .deleteFrom('deal_alerts')
    .using('saved')
    .whereRef('deal_alerts.deal_id', '=', 'saved.deal_id')
    .where('kind', '=', 'BROKEN_LINK')
    .where('status', '=', 'PENDING')
    .execute()
}

/** An alert that waits already is updated. */
function saveAndRaiseAlert(link: Link, visit: LinkVisit, now: Date) {
  const details = sql<string>`jsonb_build_object(
    ${sql.lit('url' satisfies keyof BrokenLinkDetails)}, saved.url,
    ${sql.lit('failedOn' satisfies keyof BrokenLinkDetails)}, saved.failed_on,
    ${sql.lit('reason' satisfies keyof BrokenLinkDetails)}, saved.reason)`
  return db
    .with('saved', (executor) => saveVisit(executor, link, visit, now))
    .insertInto('deal_alerts')
    .columns(['deal_id', 'kind', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('saved')
        .innerJoin('deals', 'deals.id', 'saved.deal_id')
        .select(['deals.id', sql.lit('BROKEN_LINK').as('kind'), details.as('details')])
        .where(sql<SqlBool>`cardinality(saved.failed_on) >= ${sql.lit(DAYS_UNTIL_BROKEN)}`)
        .where(isChecked()),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['deal_id', 'kind'])
        .where(sql<SqlBool>`deal_alerts.status = 'PENDING'`)
        .doUpdateSet((eb) => ({ details: eb.ref('excluded.details') })),
    )
    .execute()
}

/** Saves nothing if the link changed during the visit: the new one is due. */
function saveVisit(
  executor: Pick<typeof db, 'updateTable'>,
  { id, url }: Link,
  { result, reason }: LinkVisit,
  now: Date,
) {
  const today = now.toISOString().slice(0, 10)
  return executor
    .updateTable('link_checks')
    .set({
      checked_at: now,
      result,
      reason,
      failed_on: failureDays(result, today),
      due_at: sql<Date>`(${today}::date + ${daysUntilNext(result, reason)})::timestamp at time zone 'UTC'`,
    })
    .where('deal_id', '=', id)
    .where('url', '=', url)
    .returning(['deal_id', 'url', 'failed_on', 'reason'])
}

/** A link that fails is visited daily until it works, even if the result of one visit is unknown. */
function daysUntilNext(result: LinkVisit['result'], reason: LinkVisit['reason']) {
  if (result === 'OK') return sql.lit(7)
  if (result === 'FAILED' || reason === OUTAGE.reason) return sql.lit(1)
  return sql`case when failed_on = '{}' then 7 else 1 end`
}

/** The days of the failures since the link last worked or staff last decided on its alert. */
function failureDays(result: LinkVisit['result'], today: string) {
  if (result === 'OK') return sql<string[]>`'{}'`
  if (result === 'UNKNOWN') return sql<string[]>`failed_on`
  return sql<string[]>`array(
    select distinct day from unnest(failed_on || ${today}::date) as days (day)
    where day > ${today}::date - ${sql.lit(DAYS_REMEMBERED)} and day > all (
      select (moderated_at at time zone 'UTC')::date from deal_alerts
      where deal_alerts.deal_id = link_checks.deal_id and kind = 'BROKEN_LINK' and status <> 'PENDING'
    )
    order by day)`
}
