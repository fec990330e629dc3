import type { JobHelpers } from 'graphile-worker'
import { env } from '~/env.server'
import type { FetchOptions, TakeTurn } from '~/http/fetch-page.server'
import { KeyedSemaphore, QueueTimeoutError } from '~/http/keyed-semaphore'
import { type DueLink, iterateDueHosts, iterateDueLinks, planLinkChecks } from './due-links.server'
import { HostQueue } from './host-queue'
import { OUTAGE, UnreachedVisits } from './link-outage.server'
import { recordVisit } from './record-visit.server'
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
  const requests = new KeyedSemaphore()
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
    const timeoutMs = isSlow ? undefined : slowMs
    const takeTurn: TakeTurn = (host, request) =>
      requests.run(host.replace(/\.$/, ''), request, { signal: stop, timeoutMs })
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
  for (const { link, visit } of unreached.list) await recordVisit(link, isOutage ? OUTAGE : visit, now())
}
