import { findRequestContext } from '~/request-context.server'
import { addressBlock } from './ip-address'

/**
 * The client's IPv4 address or IPv6 /64 network, which all rate limits count. Single IPv6 addresses are never counted: each
 * network has 2^64 of them. Code outside of a request shares the key 'none'.
 */
export function clientNetwork(): string {
  return addressBlock(findRequestContext()?.address ?? 'none')
}
