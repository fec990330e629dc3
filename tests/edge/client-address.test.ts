import { describe, expect, test } from 'vitest'
import { addressBlock, isLoopback, resolveAddress } from '~/edge/client-address'

describe("a visitor's address", () => {
  test.each([
    ['is the connection, whatever is claimed', '203.0.113.9', '1.1.1.1', 0, '203.0.113.9'],
    ['is what our proxy saw', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
    ['is not what the visitor wrote in front of that', '10.0.0.1', '1.1.1.1, 8.8.8.8, 203.0.113.9', 1, '203.0.113.9'],
    ['is what the outer of two proxies saw', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
    ['is the first there is when a proxy was left out', '10.0.0.1', '203.0.113.9', 2, '203.0.113.9'],
    ['is the connection when the proxy says nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['is the connection when the proxy says nonsense', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['is written in one way', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
    ['has no port', '10.0.0.1', '203.0.113.9:4711', 1, '203.0.113.9'],
    ['has no brackets', '10.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
  ])('%s', (_what, peer, forwarded, hops, address) => {
    expect(resolveAddress(peer, forwarded, hops)).toBe(address)
  })

  test('counts as one for a whole IPv6 household', () => {
    const block = addressBlock('2001:db8:1:2:3:4:5:6')
    expect(addressBlock('2001:db8:1:2::9')).toBe(block)
    expect(addressBlock('2001:db8:1:3::9')).not.toBe(block)
    expect(addressBlock('2001:db8::9')).toBe('2001:db8:0:0')
    expect(addressBlock('203.0.113.9')).toBe('203.0.113.9')
  })

  test('may be the machine itself', () => {
    expect(['127.0.0.1', '::1', '203.0.113.9'].map(isLoopback)).toEqual([true, true, false])
  })
})
