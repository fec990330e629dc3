import { LRUCache } from 'lru-cache'
import { addressBlock, isLoopback } from '~/http/network.server'
import type { Rejection } from './rejection.server'

type Bucket = { tokens: number; filledAt: number }
type Rate = { perSecond: number; burst: number }

/** More than any reader or well-behaved crawler needs. */
const RATE: Rate = { perSecond: 50, burst: 300 }

/**
 * A token bucket for each client address. At most 20,000 addresses are kept in memory, the least recent is dropped first.
 */
export function makeRateLimiter({ perSecond, burst }: Rate = RATE, now = () => performance.now()) {
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })

  return function rateLimit(address: string): Rejection | undefined {
    // The machine itself, or all visitors behind a proxy that TRUST_PROXY does not count.
    if (isLoopback(address)) return
    const block = addressBlock(address)
    const time = now()
    const bucket = buckets.get(block) ?? { tokens: burst, filledAt: time }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(time - bucket.filledAt, 0) / 1_000) * perSecond)
    bucket.filledAt = time
    buckets.set(block, bucket)
    if (bucket.tokens < 1) return tooManyRequests(Math.ceil((1 - bucket.tokens) / perSecond))
    bucket.tokens -= 1
  }
}

function tooManyRequests(seconds: number): Rejection {
  return {
    status: 429,
    title: 'Too many requests',
    text: 'You are sending requests too quickly. Please wait a moment and try again.',
    headers: { 'Retry-After': String(Math.max(seconds, 1)) },
  }
}
