import { createHmac } from 'node:crypto'
import { clientNetwork } from '~/http/client-address.server'
import { signingKey } from '~/http/signing-keys.server'

/**
 * Two keyed hashes of who follows a way out: a member, or a visitor's address and browser. Neither is kept itself.
 * `visitor_key` tells the visitors of one day apart and is another one tomorrow; `repeat_key` is of one deal only.
 */
export function visitorKeys(request: Request, user: { id: string } | undefined, dealId: string) {
  const who = user?.id ?? `${clientNetwork()}\n${request.headers.get('User-Agent')}`
  const today = new Date().toISOString().slice(0, 10)
  return { visitor_key: hash('visitor of', today, who), repeat_key: hash('repeat at', dealId, who) }
}

function hash(...parts: string[]) {
  return createHmac('sha256', signingKey('visitor keys')).update(parts.join('\n')).digest().subarray(0, 16)
}
