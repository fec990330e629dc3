import { LRUCache } from 'lru-cache'
import { addressBlock, isLoopback } from '~/http/ip-address'
import type { Rejection } from './rejection.server'

type Bucket = { tokens: number; filledAt: number }
type Rate = { perSecond: number; burst: number }

/** More than any reader or honest crawler asks for; a flood from one place ends here, before the database. */
const RATE: Rate = { perSecond: 50, burst: 300 }

/**
 * Counts what one address asks of the app: a bucket that fills evenly and empties with every request. The oldest
 * address is forgotten first, so junk cannot fill the memory.
 */
export function makeRateLimiter({ perSecond, burst }: Rate = RATE, now = () => performance.now()) {
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })

  return function findFlood(address: string): Rejection | undefined {
    // The machine itself: its owner, or a proxy that TRUST_PROXY does not know and that speaks for everybody.
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
