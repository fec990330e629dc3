import { describe, expect, test } from 'vitest'
import { addressBlock, isLoopback, resolveAddress } from '~/http/network.server'

describe('the client address', () => {
  test.each([
    ['is the peer without proxies, whatever X-Forwarded-For says', '203.0.113.9', '1.1.1.1', 0, '203.0.113.9'],
    ['is the X-Forwarded-For entry of one proxy', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
    [
      'is not an X-Forwarded-For entry sent by the client',
      '10.0.0.1',
      '1.1.1.1, 8.8.8.8, 203.0.113.9',
      1,
      '203.0.113.9',
    ],
    [
      'is the X-Forwarded-For entry of the outer of two proxies',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9, 10.0.0.2',
      2,
      '203.0.113.9',
    ],
    ['is the first X-Forwarded-For entry if there are fewer than proxies', '10.0.0.1', '203.0.113.9', 2, '203.0.113.9'],
    ['is the peer if X-Forwarded-For is missing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['is the peer if X-Forwarded-For is invalid', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['is plain IPv4 if mapped to IPv6', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
    ['has no port', '10.0.0.1', '203.0.113.9:4711', 1, '203.0.113.9'],
    ['has no brackets', '10.0.0.1', '[2001:DB8::1]:4711', 1, '2001:db8::1'],
  ])('the client address %s', (_what, peer, forwarded, hops, address) => {
    expect(resolveAddress(peer, forwarded, hops)).toBe(address)
  })

  test('an IPv6 /64 network counts as one client address', () => {
    const block = addressBlock('2001:db8:1:2:3:4:5:6')
    expect(addressBlock('2001:db8:1:2::9')).toBe(block)
    expect(addressBlock('2001:db8:1:3::9')).not.toBe(block)
    expect(addressBlock('2001:db8::9')).toBe('2001:db8::')
    expect(addressBlock('203.0.113.9')).toBe('203.0.113.9')
  })

  test('loopback addresses are recognized', () => {
    expect(['127.0.0.1', '::1', '203.0.113.9'].map(isLoopback)).toEqual([true, true, false])
  })
})
