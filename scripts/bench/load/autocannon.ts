import autocannon from 'autocannon'
import type { Load, LoadRequest } from './http-load'

/**
 * Response times are whole milliseconds, as autocannon counts them.
 *
 * @throws for responses other than 200 and 304, and for connection errors
 */
export async function measureWithAutocannon({ url, seconds, connections, headers }: LoadRequest): Promise<Load> {
  const result = await autocannon({ url: url.href, duration: seconds, connections, headers, workers: 1 })
  const { statusCodeStats, errors, timeouts, requests, latency } = result
  const unexpected = Object.keys(statusCodeStats ?? {}).find((status) => !['200', '304'].includes(status))
  if (unexpected) throw new Error(`${url.pathname} responded with ${unexpected}`)
  if (errors + timeouts > 0) throw new Error(`Connection errors: ${errors}, timeouts: ${timeouts}`)
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 }
}
