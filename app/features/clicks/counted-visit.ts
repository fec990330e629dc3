import { createIsbotFromList, list } from 'isbot'

// A browser without a window that says so is what tests drive; those that mean harm do not say so.
const isBot = createIsbotFromList(list.filter((pattern) => pattern !== 'headless'))

const AHEAD_OF_TIME = /prefetch|prerender|preview/i

export function isRobot(headers: Headers) {
  const agent = headers.get('User-Agent')
  return !agent || isBot(agent)
}

/** A browser that loads what its reader may open next. */
export function isLookingAhead(headers: Headers) {
  return ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) => AHEAD_OF_TIME.test(headers.get(name) ?? ''))
}

/**
 * Whether somebody follows a way out, as far as a request can tell: no robot, no look ahead, nothing that another page
 * embeds or sends people to by itself. Where a header is missing, the browser is too old to send it.
 */
export function isCountableVisit({ method, headers }: Request) {
  if (method !== 'GET' || isRobot(headers) || isLookingAhead(headers)) return false
  if ((headers.get('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') return false
  if ((headers.get('Sec-Fetch-Dest') ?? 'document') !== 'document') return false
  // From elsewhere, a click of the visitor's own is asked for: a script can open addresses by the hundred.
  const isForeign = ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
  return !isForeign || headers.get('Sec-Fetch-User') === '?1'
}
