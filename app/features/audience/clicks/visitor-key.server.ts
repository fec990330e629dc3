import { createHmac } from 'node:crypto'
import { clientNetwork } from '~/http/current-request.server'
import { signingKey } from '~/http/signing-keys.server'

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
