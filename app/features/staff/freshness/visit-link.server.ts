import type { LinkResult } from '~/db/schema'
import { type FetchedPage, type FetchOptions, type FetchResult, fetchPage } from '~/http/fetch-page.server'
import type { FetchFailure } from '~/http/network.server'

export type LinkVisit = {
  result: LinkResult
  /** Why the link failed or is unknown, such as "404"; null if it works. */
  reason: string | null
  /** The page, if it was read. */
  page?: FetchedPage
}

/** The link is dead. Rejected robots and server errors do not mean that. */
const BROKEN_STATUSES = [404, 410]
const BROKEN: FetchFailure[] = ['name does not resolve', 'TLS failure', 'time-out']
/** Answers to HEAD that need no second request. After 429 a second one would be rude. */
const isConclusive = ({ page, failure }: FetchResult) =>
  page ? isOk(page) || page.status === 429 : failure !== 'time-out' && failure !== 'no answer'

/** Checks whether a link works: with one GET if its page is wanted, else with HEAD and, unless that is conclusive, GET. */
export async function visitLink(url: string, { isPageWanted = false, ...options }: VisitOptions): Promise<LinkVisit> {
  if (!isPageWanted) {
    const head = await fetchPage(url, { ...options, method: 'HEAD' })
    if (isConclusive(head)) return judge(head)
  }
  return judge(await fetchPage(url, options))
}

type VisitOptions = FetchOptions & { isPageWanted?: boolean }

function judge({ page, failure }: FetchResult): LinkVisit {
  if (!page) return { result: BROKEN.includes(failure) ? 'FAILED' : 'UNKNOWN', reason: failure }
  if (isOk(page)) return { result: 'OK', reason: null, page }
  return { result: BROKEN_STATUSES.includes(page.status) ? 'FAILED' : 'UNKNOWN', reason: String(page.status) }
}

const isOk = ({ status }: FetchedPage) => status >= 200 && status < 300
