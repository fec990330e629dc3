import dns from 'node:dns/promises'
import net from 'node:net'
import { FetchError } from './fetch-error'
import { isPublicAddress } from './public-address'

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
 * @throws FetchError if there are none, or one that must not be connected to: a name that stands for a public and a
 * private address is up to no good
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
