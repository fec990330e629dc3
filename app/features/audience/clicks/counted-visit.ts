import { createIsbotFromList, list } from 'isbot'

// Headless browsers are counted: tests use them, and malicious ones do not identify themselves.
const isBot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))

const PREFETCH_PURPOSE = /prefetch|prerender|preview/i

export function isRobot(headers: Headers) {
  const agent = headers.get('User-Agent')
  return !agent || isBot(agent)
}

/** Whether a browser prefetches or previews the page. */
export function isLookingAhead(headers: Headers) {
  return ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) => PREFETCH_PURPOSE.test(headers.get(name) ?? ''))
}

/**
 * Whether a request is a person's click, as far as its headers show: no robot, no prefetch, not embedded and not
 * redirected by another page. Browsers too old to send a header are counted.
 */
export function isCountableVisit({ method, headers }: Request) {
  if (method !== 'GET' || isRobot(headers) || isLookingAhead(headers)) return false
  if ((headers.get('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') return false
  if ((headers.get('Sec-Fetch-Dest') ?? 'document') !== 'document') return false
  // From other sites only user-activated navigations count, because scripts can open hundreds of URLs.
  const isForeign = ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
  return !isForeign || headers.get('Sec-Fetch-User') === '?1'
}
