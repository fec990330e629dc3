import { afterEach, expect, test, vi } from 'vitest'
import { contentVersion, listenForContentChanges, syncContentVersion } from '~/db/content-version.server'
import { memoizeByContentVersion } from '~/db/memoize-by-content-version.server'

afterEach(() => {
  vi.useRealTimers()
})

test('a memoized list is loaded again at midnight UTC', async () => {
  listenForContentChanges()
  await expect.poll(contentVersion).toBeGreaterThan(0)
  await syncContentVersion()
  let loads = 0
  const read = memoizeByContentVersion(async () => ++loads)

  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T23:59:59.900Z') })
  expect([await read(), await read()]).toEqual([1, 1])
  vi.setSystemTime('2026-11-23T00:00:00Z')
  expect([await read(), await read()]).toEqual([2, 2])
})

test('requests that wait for pending changes at the same time cause no warning of pg', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  listenForContentChanges()
  await expect.poll(contentVersion).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 20 }, () => syncContentVersion()))
  // Warnings are emitted in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(warnings).toEqual([])
})
