import net from 'node:net'
import ipaddr from 'ipaddr.js'

/** Of IPv6 only this has hosts of the public internet; the rest includes NAT64 and IPv4 addresses in other spellings. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Looks public, but is a service of the host that machines at Azure run on. */
const AZURE_HOST = '168.63.129.16'

/**
 * Whether an address belongs to a host of the public internet: not to this machine, a private network, a provider's own
 * network or metadata service, a multicast group, documentation, benchmarks or a tunnel to any of them.
 */
export function isPublicAddress(address: string) {
  if (!net.isIP(address) || address === AZURE_HOST) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false
  return parsed.range() === 'unicast'
}
