import { findRequestContext } from '~/request-context.server'
import { addressBlock } from './ip-address'

/** The client's IP address, for rate limits. Code outside of a request shares the key 'none'. */
export function clientAddress(): string {
  return findRequestContext()?.address ?? 'none'
}

/** The client's IPv4 address or IPv6 /64 network, for rate limits. */
export function clientNetwork(): string {
  return addressBlock(clientAddress())
}
