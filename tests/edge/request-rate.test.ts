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

test('the rate limit stays within its memory limit with 300,000 addresses', () => {
  const rateLimit = makeRateLimiter()
  const before = process.memoryUsage().heapUsed
  for (let n = 0; n < 300_000; n++) rateLimit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1_024 ** 2)
})
