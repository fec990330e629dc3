import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '~/env.server'
import { findUser } from '~/features/accounts/guards.server'
import { waitUntil } from '~/http/background-tasks.server'
import { log } from '~/log.server'
import { enqueueClick } from './click-queue.server'
import { isCountableVisit } from './counted-visit'
import { outsideReferrer } from './referrer'
import { visitorKeys } from './visitor-key.server'

/** How long somebody on the way out waits for being counted, in milliseconds. The counting goes on without them. */
const PATIENCE = 150

/** Counts the visit of a deal's vendor, if it is one that counts. Never fails, and never holds anybody up for long. */
export async function countClick(request: Request, dealId: string) {
  if (!isCountableVisit(request)) return
  const counting = waitUntil(
    count(request, dealId).catch((error) => log.warn({ err: error }, 'A click was not counted')),
  )
  await Promise.race([counting, sleep(PATIENCE, undefined, { ref: false })])
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

/** The script of our pages adds the page that led the visitor here; a link on another site has only its header. */
function findReferrer(request: Request) {
  const handedOver = new URL(request.url).searchParams.get('referrer')
  return outsideReferrer(handedOver ?? request.headers.get('Referer'), env.SITE_URL)
}
