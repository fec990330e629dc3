import { describe, expect, test } from 'vitest'
import { startWeb } from '#tests/local-web'
import { fetchPage } from '~/http/fetch-page.server'
import { INTERNET, isPublicAddress, type Network } from '~/http/network.server'

/** Spellings of this machine that URLs allow. */
const THIS_MACHINE = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '2130706433.',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.0x1',
  '0x7f000001',
  '0x7F.0.0.1',
  '0x7f.1',
  '127.0.0.01',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  // Unspecified addresses reach this machine too.
  '0',
  '0.0.0.0',
  '0x0',
  'LOCALHOST',
  'LocalHost.',
  'loc%61lhost',
  'ｌｏｃａｌｈｏｓｔ',
  'LOOPBACK.Example',
]

/** Other addresses that must never be connected to. */
const ADDRESSES = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:7F00:0001]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::1]',
  // Private networks
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '0xc0a80001',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  // Link-local addresses, and the metadata services of clouds
  '169.254.169.254',
  '169.254.170.2',
  '0xa9fea9fe',
  '2852039166',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '168.63.129.16',
  // Carrier-grade NAT, multicast, broadcast, protocols, documentation, benchmarks, reserved
  '100.64.0.1',
  '100.127.255.254',
  '224.0.0.1',
  '239.255.255.250',
  '[ff02::1]',
  '255.255.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.254',
  '240.0.0.1',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[100::1]',
  '[5f00::1]',
]

/** Names whose answers from the DNS must never be connected to. */
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'loopback.example': ['127.0.0.1'],
  'loopback-6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'private.example': ['10.1.2.3'],
  'first-public.example': ['93.184.215.14', '127.0.0.1'],
  'first-private.example': ['127.0.0.1', '93.184.215.14'],
  'no-address.example': ['localhost'],
  'zone.example': ['fe80::1%lo'],
}

const TARGETS = [...THIS_MACHINE, ...ADDRESSES, ...Object.keys(NAMES)]

/** What must not be reached: a server of this machine, at all of its addresses. */
async function startInternal() {
  const internal = await startWeb((_request, response) => response.end('secret'), { everywhere: true })
  const network: Network = {
    resolve: async (host) => NAMES[host] ?? [],
    mayConnect: (address) => isPublicAddress(address),
  }
  return { ...internal, network }
}

describe('an address outside the public internet', () => {
  test.each(TARGETS)('is not connected to: %s', async (host) => {
    const internal = await startInternal()
    expect(await fetchPage(`http://${host}:${internal.port}/`, internal)).toEqual({ failure: 'refused address' })
    expect(await fetchPage(`https://${host}:${internal.port}/`, internal)).toEqual({ failure: 'refused address' })
    expect(internal.countConnections()).toBe(0)
  })

  test.each(TARGETS)('is not connected to after a redirect: %s', async (host) => {
    const internal = await startInternal()
    const entry = await startWeb((_request, response) => {
      response.writeHead(302, { Location: encodeURI(`http://${host}:${internal.port}/`).replaceAll('%25', '%') }).end()
    })
    const network: Network = {
      resolve: async (name) => (name === 'vendor.example' ? ['127.0.0.1'] : internal.network.resolve(name)),
      mayConnect: (address, port) => entry.network.mayConnect(address, port) || isPublicAddress(address),
    }
    expect(await fetchPage(entry.url('vendor.example'), { network })).toEqual({ failure: 'refused address' })
    expect(entry.countConnections()).toBe(1)
    expect(internal.countConnections()).toBe(0)
  })

  test.each(THIS_MACHINE)('would be reached without the check: %s', async (host) => {
    const internal = await startInternal()
    const network = { ...internal.network, mayConnect: () => true }
    const { page } = await fetchPage(`http://${host}:${internal.port}/`, { network })
    expect(page?.body.toString()).toBe('secret')
  })
})

test('an answer of the DNS that changes after the check changes nothing', async () => {
  const entry = await startWeb((_request, response) => response.end('public'))
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const checked: string[] = []
  const network: Network = {
    resolve: async () => answers.shift() ?? ['127.0.0.3'],
    mayConnect: (address) => checked.push(address) > 0,
  }
  const { page } = await fetchPage(entry.url('rebinding.example'), { network })
  expect(page?.body.toString()).toBe('public')
  expect(checked).toEqual(['127.0.0.1'])
  expect(answers).toHaveLength(1)
})

test.each([
  'ftp://vendor.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/_x',
  'data:text/html,x',
  'blob:https://vendor.example/x',
  'javascript:alert(1)',
  'ws://vendor.example/',
  'view-source:http://vendor.example/',
])('only http and https are followed, not %s', async (address) => {
  const entry = await startWeb((_request, response) => response.writeHead(301, { Location: address }).end())
  expect(await fetchPage(address, entry)).toEqual({ failure: 'other scheme' })
  expect(await fetchPage(entry.url('vendor.example'), entry)).toEqual({ failure: 'other scheme' })
  expect(entry.countConnections()).toBe(1)
})

test.each([
  'http://user:password@vendor.example/',
  'http://user@vendor.example/',
  'http://vendor.example:80@127.0.0.1/',
  'http://',
  'http://exa mple/',
  'http://vendor.example:99999/',
  '//vendor.example/',
  '',
])('an address with credentials or an error is refused: %s', async (address) => {
  const { network } = await startInternal()
  expect(await fetchPage(address, { network })).toEqual({ failure: 'refused address' })
})

test.each([
  ['93.184.215.14', 80, true],
  ['93.184.215.14', 443, true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 443, true],
  ['93.184.215.14', 22, false],
  ['93.184.215.14', 25, false],
  ['93.184.215.14', 8080, false],
  ['127.0.0.1', 80, false],
  ['::1', 443, false],
])('by default a page may be fetched from %s at port %d: %s', (address, port, may) => {
  expect(INTERNET.mayConnect(address, port)).toBe(may)
})
