import net from 'node:net'
import { LRUCache } from 'lru-cache'

/**
 * The visitor's address: the peer's, or behind `hops` proxies of our own the entry of X-Forwarded-For that the
 * outermost of them wrote. What stands further left came from the visitor and proves nothing.
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

/** Who is counted: an IPv6 household owns a whole /64 and could change its address with every request. */
export function addressBlock(address: string) {
  if (net.isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const all = [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...(tail?.split(':') ?? [])]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '') || '0')
    .join(':')
}

// Most requests come from an address that another one came from.
const known = new LRUCache<string, string>({ max: 5_000, memoMethod: parseAddress })
/** No address is longer, with a zone and a port; longer entries would only fill the memory. */
const MAX_ADDRESS_LENGTH = 80

function normalize(entry: string) {
  return (entry.length <= MAX_ADDRESS_LENGTH && known.memo(entry)) || undefined
}

function parseAddress(entry: string) {
  const bare = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return net.isIP(bare) ? bare.toLowerCase() : ''
}
