import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '~/env.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { clientNetwork, waitUntil } from '~/http/current-request.server'
import { signingKey } from '~/http/signing-keys.server'
import { log } from '~/log.server'
import { type Click, insertClicks } from './clicks.server'
import { isCountableVisit } from './counted-visit'

/** The most time a redirect waits for the count, which then continues in the background. */
const COUNT_TIMEOUT_MS = 150

type ClickedLink = Pick<Click, 'deal_id' | 'link'>

/** Counts a click on a deal, if the request is a person's visit. Resolves within 150 ms and never rejects. */
export async function countClick(request: Request, clicked: ClickedLink) {
  if (!isCountableVisit(request)) return
  const counting = waitUntil(
    count(request, clicked).catch((error) => log.warn({ err: error }, 'A click was not counted')),
  )
  await Promise.race([counting, sleep(COUNT_TIMEOUT_MS, undefined, { ref: false })])
}

async function count(request: Request, clicked: ClickedLink) {
  const user = await findUser(request)
  await enqueueClick({
    ...clicked,
    user_id: user?.id ?? null,
    referrer: findReferrer(request),
    ...visitorKeys(request, user, clicked.deal_id),
  })
}

/** The page that led the visitor here: added by the script of our pages, or else the Referer header. */
function findReferrer(request: Request) {
  const param = new URL(request.url).searchParams.get('referrer')
  return outsideReferrer(param ?? request.headers.get('Referer'), env.SITE_URL)
}

/** The most clicks in memory while the database is unavailable: minutes of a busy day. */
const MAX_QUEUED = 10_000
/** With the statement timeout, a table can be locked for almost half a minute before clicks are lost. */
const ATTEMPTS = 6

type Batch = { clicks: Map<string, Click>; written: Promise<void> }

/** Collects clicks while the previous batch is being written. */
let next: Batch | undefined
let last = Promise.resolve()

/**
 * Queues a click. Resolves when it is written or dropped, and never rejects. Only one connection writes clicks, so that
 * a slow or locked table does not block other work.
 */
function enqueueClick(click: Click): Promise<void> {
  next ??= beginBatch()
  // A repeat in the same batch counts once.
  const key = click.repeat_key.toString('base64')
  if (next.clicks.size < MAX_QUEUED && !next.clicks.has(key)) next.clicks.set(key, click)
  return next.written
}

function beginBatch(): Batch {
  const clicks: Batch['clicks'] = new Map()
  last = last.then(() => {
    next = undefined
    return write([...clicks.values()])
  })
  return { clicks, written: last }
}

/** Retries are safe even if an earlier attempt succeeded, because repeats are not counted. */
async function write(clicks: Click[]) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await insertClicks(clicks)
    } catch (error) {
      if (attempt === 1) log.warn({ err: error }, 'Clicks cannot be counted at the moment')
      if (attempt === ATTEMPTS) log.error({ err: error }, `${clicks.length} clicks were not counted`)
      else await sleep(attempt * 300, undefined, { ref: false })
    }
  }
}

const REFERRER_MAX = 300

/**
 * The origin and path of the other site's page that led a visitor here, up to 300 characters. Null for our own pages
 * and for invalid values, because the parameter can be forged.
 */
export function outsideReferrer(given: string | null, ownOrigin: string) {
  const url = given ? URL.parse(given) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (url.host === new URL(ownOrigin).host) return null
  const path = url.pathname.split('/').some(isPersonal) ? '/' : url.pathname
  return (url.origin + path).slice(0, REFERRER_MAX)
}

/** Long codes and email addresses in a path may be secret or personal. */
function isPersonal(part: string) {
  if (/@|%40|[\da-f]{24}/.test(part)) return true
  return [/[\w-]{20}/, /\d/, /[a-z]/, /[A-Z]/].every((pattern) => pattern.test(part))
}

/**
 * Two keyed hashes of 16 bytes that identify a member, or a visitor by network and User-Agent, neither of which is
 * stored. `visitor_key` changes every day; `repeat_key` is specific to a deal.
 */
export function visitorKeys(request: Request, user: { id: string } | undefined, dealId: string) {
  const visitor = user?.id ?? `${clientNetwork()}\n${request.headers.get('User-Agent')}`
  const today = new Date().toISOString().slice(0, 10)
  return { visitor_key: hash('visitor of', today, visitor), repeat_key: hash('repeat at', dealId, visitor) }
}

function hash(...parts: string[]) {
  return createHmac('sha256', signingKey('visitor keys')).update(parts.join('\n')).digest().subarray(0, 16)
}
