import net from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/**
 * The client's address: the peer's, or behind `hops` trusted proxies the X-Forwarded-For entry that the outermost of
 * them added. Entries further left come from the client and are ignored.
 */
export function resolveAddress(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const direct = normalize(peer ?? '') ?? 'unknown'
  if (hops === 0 || !forwardedFor) return direct
  const entries = forwardedFor.split(',')
  return normalize(entries[Math.max(entries.length - hops, 0)]!) ?? direct
}

export function isLoopback(address: string) {
  return address === '::1' || address.startsWith('127.')
}

/** The unit that rate limits count: an IPv4 address or an IPv6 /64 network, in which one household can choose any address. */
export function addressBlock(address: string) {
  return net.isIP(address) === 6 ? networks.memo(address) : address
}

// Most requests come from a known address.
const networks = new LRUCache<string, string>({
  max: 5_000,
  memoMethod: (address) => ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString(),
})
const addresses = new LRUCache<string, string>({ max: 5_000, memoMethod: parseAddress })
/** No address with a zone and a port is longer. Longer entries would only fill the memory. */
const MAX_ADDRESS_LENGTH = 80

function normalize(entry: string) {
  return (entry.length <= MAX_ADDRESS_LENGTH && addresses.memo(entry)) || undefined
}

/** An entry of X-Forwarded-For may have brackets and a port. */
function parseAddress(entry: string) {
  const bare = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return net.isIP(bare) ? ipaddr.process(bare).toString() : ''
}
