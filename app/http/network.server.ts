import dns from 'node:dns/promises'
import net from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Which hosts and addresses are reachable. Tests have local servers as theirs. */
export type Network = {
  /** The addresses of a host name. */
  resolve(host: string): Promise<string[]>
  mayConnect(address: string, port: number): boolean
  /** A certificate authority to trust instead of those that come with Node. */
  ca?: string
}

export const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

const resolver = new dns.Resolver({ timeout: 3_000, tries: 2 })

/** Every host of the public internet by its name in the DNS, at the two ports of the web. */
export const INTERNET: Network = {
  resolve: resolveName,
  mayConnect: (address, port) => Object.values(PORTS).includes(port) && isPublicAddress(address),
}

/**
 * The addresses to connect to.
 *
 * @throws FetchError if there are none, or if one must not be connected to: a name with a public and a private address
 * is an attack
 */
export async function findAddresses({ hostname, port, protocol }: URL, network: Network) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = net.isIP(host) ? [host] : await network.resolve(host)
  if (addresses.length === 0) throw new FetchError('name does not resolve')
  const mayConnect = (address: string) => network.mayConnect(address, Number(port) || PORTS[protocol]!)
  if (!addresses.every(mayConnect)) throw new FetchError('refused address')
  return addresses
}

/** Asks the name servers directly: the system's own function would occupy the few threads that file access needs. */
async function resolveName(host: string) {
  if (isReserved(host)) throw new FetchError('refused address')
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0 || answers.every(isUnknownName)) return found
  throw new FetchError('no answer')
}

/** Names for examples, such as those of the demo content, have no hosts: RFC 2606. */
const isReserved = (host: string) => /(^|\.)example\.?$/.test(host)

/** Other errors may be those of the name server. */
function isUnknownName(answer: PromiseSettledResult<unknown>) {
  return answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(answer.reason.code)
}

/** Why a page could not be fetched. */
export type FetchFailure =
  | 'name does not resolve'
  | 'TLS failure'
  /** Browsers mostly accept it: they fetch the certificate that the server should have sent along. */
  | 'incomplete certificate chain'
  | 'time-out'
  | 'no answer'
  /** An address that is not of the public web, or that contains a password or an error. */
  | 'refused address'
  | 'other scheme'
  | 'too many redirects'

/** The same for people, about what was fetched. */
export const FAILURE_WORDS: Record<FetchFailure, string> = {
  'name does not resolve': 'its address does not exist',
  'TLS failure': 'its connection is not secure',
  'incomplete certificate chain': 'its connection is not secure',
  'time-out': 'it took longer than 10 seconds',
  'no answer': 'it did not answer',
  'refused address': 'its address is not a public one',
  'other scheme': 'it redirects to something that is not a web page',
  'too many redirects': 'it redirects too often',
}

export class FetchError extends Error {
  constructor(readonly failure: FetchFailure) {
    super(failure)
  }
}

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
const parsedAddresses = new LRUCache<string, string>({ max: 5_000, memoMethod: parseAddress })
/** No address with a zone and a port is longer. Longer entries would only fill the memory. */
const MAX_ADDRESS_LENGTH = 80

function normalize(entry: string) {
  return (entry.length <= MAX_ADDRESS_LENGTH && parsedAddresses.memo(entry)) || undefined
}

/** An entry of X-Forwarded-For may have brackets and a port. */
function parseAddress(entry: string) {
  const bare = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return net.isIP(bare) ? ipaddr.process(bare).toString() : ''
}

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
