import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { visitorKeys } from '~/features/audience/clicks/count-click.server'
import { type RequestContext, runInContext } from '~/request-context.server'

const DEAL = '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b11'
const OTHER_DEAL = '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b12'
const ADA = { id: '0190a6d2-6c1c-7b6e-8f3a-2f5d0c9e4b13' }

// Only the clock is fake; timers run.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function keysAt(
  time: string,
  { user, deal = DEAL, browser = 'Firefox' }: { user?: typeof ADA; deal?: string; browser?: string } = {},
) {
  vi.setSystemTime(time)
  const request = new Request('http://localhost:3000/go/deal', { headers: { 'User-Agent': browser } })
  const { visitor_key, repeat_key } = visitorKeys(request, user, deal)
  return { visitor: visitor_key.toString('hex'), repeat: repeat_key.toString('hex') }
}

describe.each([
  ['a visitor', {}],
  ['a member', { user: ADA }],
])('the key of %s', (_, who) => {
  test('the visitor key stays the same all day, for any deal', () => {
    const { visitor } = keysAt('2026-03-05T00:00:00.000Z', who)
    expect(visitor).toMatch(/^[\da-f]{32}$/)
    expect(keysAt('2026-03-05T23:59:59.999Z', who).visitor).toBe(visitor)
    expect(keysAt('2026-03-05T12:00:00.000Z', { ...who, deal: OTHER_DEAL }).visitor).toBe(visitor)
  })

  test('the visitor key changes each day, in UTC', () => {
    const days = [
      '2026-03-04T23:59:59.999Z',
      '2026-03-05T00:00:00.000Z',
      '2026-03-06T00:00:00.000Z',
      '2027-03-05T00:00:00.000Z',
    ]
    expect(new Set(days.map((day) => keysAt(day, who).visitor)).size).toBe(4)
  })

  test('the repeat key stays the same over days and differs by deal', () => {
    const { repeat, visitor } = keysAt('2026-03-05T12:00:00.000Z', who)
    expect(keysAt('2026-03-06T12:00:00.000Z', who).repeat).toBe(repeat)
    expect(keysAt('2026-03-05T12:00:00.000Z', { ...who, deal: OTHER_DEAL }).repeat).not.toBe(repeat)
    expect(repeat).not.toBe(visitor)
  })
})

test('both keys differ by browser for visitors and stay the same for a member', () => {
  const [one, two] = ['Firefox', 'Safari'].map((browser) => keysAt('2026-03-05T12:00:00.000Z', { browser }))
  expect(one!.visitor).not.toBe(two!.visitor)
  expect(one!.repeat).not.toBe(two!.repeat)
  const [first, second] = ['Firefox', 'Safari'].map((browser) =>
    keysAt('2026-03-05T12:00:00.000Z', { browser, user: ADA }),
  )
  expect(first).toEqual(second)
})

test('both keys of a visitor differ by address', () => {
  const [one, two] = ['192.0.2.1', '192.0.2.2'].map((address) =>
    runInContext({ id: 'test', address } as RequestContext, () => keysAt('2026-03-05T12:00:00.000Z')),
  )
  expect(one!.visitor).not.toBe(two!.visitor)
  expect(one!.repeat).not.toBe(two!.repeat)
})

test('both keys differ by SESSION_SECRET', async () => {
  const { visitor, repeat } = keysAt('2026-03-05T12:00:00.000Z', { user: ADA })
  vi.stubEnv('SESSION_SECRET', '7ad1f0c2b9e84635a0d3c7e1f9b25804')
  vi.resetModules()
  const other = await import('~/features/audience/clicks/count-click.server')
  const keys = other.visitorKeys(new Request('http://localhost:3000/go/deal'), ADA, DEAL)
  expect(keys.visitor_key.toString('hex')).not.toBe(visitor)
  expect(keys.repeat_key.toString('hex')).not.toBe(repeat)
  vi.unstubAllEnvs()
})
