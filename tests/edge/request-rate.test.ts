import { expect, test } from 'vitest'
import { makeRateLimiter } from '~/edge/rejections.server'

test('the rate limit allows a burst, then one request each time a token is added', () => {
  let now = 0
  const rateLimit = makeRateLimiter({ perSecond: 10, burst: 20 }, () => now)
  const ask = (address = '203.0.113.9') => rateLimit(address)?.status ?? 200

  expect(Array.from({ length: 20 }, () => ask())).toEqual(Array(20).fill(200))
  expect(ask()).toBe(429)
  expect(rateLimit('203.0.113.9')?.headers).toEqual({ 'Retry-After': '1' })
  expect(ask('203.0.113.10')).toBe(200)
  now += 500
  expect([ask(), ask(), ask(), ask(), ask(), ask()]).toEqual([200, 200, 200, 200, 200, 429])
  now += 3_600_000
  expect(Array.from({ length: 21 }, () => ask())).toEqual([...Array(20).fill(200), 429])
})

test('the rate limit survives a clock that jumps back', () => {
  let now = 1_000_000
  const rateLimit = makeRateLimiter({ perSecond: 10, burst: 20 }, () => now)
  rateLimit('203.0.113.9')
  now = 0
  expect(rateLimit('203.0.113.9')).toBeUndefined()
})

test('the rate limit forgets the addresses that it saw longest ago, so that many need no more memory', () => {
  const rateLimit = makeRateLimiter({ perSecond: 10, burst: 1 }, () => 0)
  const isRejected = (address: string) => rateLimit(address) !== undefined
  expect([isRejected('203.0.113.9'), isRejected('203.0.113.9')]).toEqual([false, true])
  for (let n = 0; n < 30_000; n++) rateLimit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(isRejected('203.0.113.9')).toBe(false)
  expect(isRejected('10.0.117.47')).toBe(true)
})
