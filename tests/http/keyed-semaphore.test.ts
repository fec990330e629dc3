import { expect, test } from 'vitest'
import { KeyedSemaphore, QueueTimeoutError } from '~/http/keyed-semaphore'

const flush = () => new Promise(setImmediate)

test('a semaphore runs the work of a key one at a time in order, and that of other keys beside it', async () => {
  const semaphore = new KeyedSemaphore()
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const run = (key: string, name: string, until?: Promise<void>) =>
    semaphore.run(key, async () => {
      begun.push(name)
      await until
      return name
    })
  const running = [run('a', 'a1', first.promise), run('a', 'a2'), run('b', 'b1'), run('a', 'a3')]
  await flush()
  expect(begun).toEqual(['a1', 'b1'])
  first.resolve()
  expect(await Promise.all(running)).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a semaphore with a limit of two runs two at a time', async () => {
  const semaphore = new KeyedSemaphore(2)
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const running = Array.from({ length: 5 }, () =>
    semaphore.run('a', () => {
      begun++
      return gate.promise
    }),
  )
  await flush()
  expect(begun).toBe(2)
  gate.resolve()
  await Promise.all(running)
  expect(begun).toBe(5)
})

test('work that fails releases the semaphore', async () => {
  const semaphore = new KeyedSemaphore()
  const failing = semaphore.run('a', () => Promise.reject(new Error('no')))
  const next = semaphore.run('a', async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test('waiting for the semaphore ends with its timeout or its signal', async () => {
  const semaphore = new KeyedSemaphore()
  const gate = Promise.withResolvers<void>()
  const stop = new AbortController()
  const first = semaphore.run('a', () => gate.promise)
  const late = semaphore.run('a', async () => 'late', { timeoutMs: 10 })
  const stopped = semaphore.run('a', async () => 'stopped', { signal: stop.signal })
  const last = semaphore.run('a', async () => 'last', { signal: new AbortController().signal, timeoutMs: 60_000 })
  await expect(late).rejects.toThrow(QueueTimeoutError)
  stop.abort(new Error('The end'))
  await expect(stopped).rejects.toThrow('The end')
  await expect(semaphore.run('a', async () => 'late', { signal: stop.signal })).rejects.toThrow('The end')
  gate.resolve()
  await first
  expect(await last).toBe('last')
})
