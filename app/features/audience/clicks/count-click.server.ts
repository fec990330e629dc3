import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '~/env.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { waitUntil } from '~/http/current-request.server'
import { log } from '~/log.server'
import { enqueueClick } from './click-queue.server'
import { isCountableVisit } from './counted-visit'
import { outsideReferrer } from './referrer'
import { visitorKeys } from './visitor-key.server'

/** The most time a redirect waits for the count, which then continues in the background. */
const COUNT_TIMEOUT_MS = 150

/** Counts a click on a deal, if the request is a person's visit. Resolves within 150 ms and never rejects. */
export async function countClick(request: Request, dealId: string) {
  if (!isCountableVisit(request)) return
  const counting = waitUntil(
    count(request, dealId).catch((error) => log.warn({ err: error }, 'A click was not counted')),
  )
  await Promise.race([counting, sleep(COUNT_TIMEOUT_MS, undefined, { ref: false })])
}

async function count(request: Request, dealId: string) {
  const user = await findUser(request)
  await enqueueClick({
    deal_id: dealId,
    user_id: user?.id ?? null,
    referrer: findReferrer(request),
    ...visitorKeys(request, user, dealId),
  })
}

/** The page that led the visitor here: added by the script of our pages, or else the Referer header. */
function findReferrer(request: Request) {
  const param = new URL(request.url).searchParams.get('referrer')
  return outsideReferrer(param ?? request.headers.get('Referer'), env.SITE_URL)
}
