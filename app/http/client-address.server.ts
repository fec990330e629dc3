import { findRequestContext } from '~/request-context.server'
import { addressBlock } from './ip-address'

/** The visitor's address, for rate limits. One bucket for whatever runs outside of a request. */
export function clientAddress(): string {
  return findRequestContext()?.address ?? 'none'
}

/** Whom the address belongs to, as far as it tells: a household that may choose among many is one. */
export function clientNetwork(): string {
  return addressBlock(clientAddress())
}
