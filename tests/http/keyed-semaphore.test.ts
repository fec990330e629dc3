import { expect, test } from 'vitest'
import { NoTurn, Turns } from '~/http/keyed-semaphore'

const flush = () => new Promise(setImmediate)

test('turns of a key are one at a time in the order of asking, those of others do not wait', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const take = (key: string, name: string, until?: Promise<void>) =>
    turns.take(key, async () => {
      begun.push(name)
      await until
      return name
    })
  const taken = [take('a', 'a1', first.promise), take('a', 'a2'), take('b', 'b1'), take('a', 'a3')]
  await flush()
  expect(begun).toEqual(['a1', 'b1'])
  first.resolve()
  expect(await Promise.all(taken)).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('several turns at a time are given if that is allowed', async () => {
  const turns = new Turns(2)
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const taken = Array.from({ length: 5 }, () =>
    turns.take('a', () => {
      begun++
      return gate.promise
    }),
  )
  await flush()
  expect(begun).toBe(2)
  gate.resolve()
  await Promise.all(taken)
  expect(begun).toBe(5)
})

test('a turn that fails is over', async () => {
  const turns = new Turns()
  const failing = turns.take('a', () => Promise.reject(new Error('no')))
  const next = turns.take('a', async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test('nobody waits for a turn beyond their patience, nor after the end', async () => {
  const turns = new Turns()
  const gate = Promise.withResolvers<void>()
  const stop = new AbortController()
  const first = turns.take('a', () => gate.promise)
  const impatient = turns.take('a', async () => 'impatient', { patienceMs: 10 })
  const stopped = turns.take('a', async () => 'stopped', { signal: stop.signal })
  const last = turns.take('a', async () => 'last', { signal: new AbortController().signal, patienceMs: 60_000 })
  await expect(impatient).rejects.toThrow(NoTurn)
  stop.abort(new Error('The end'))
  await expect(stopped).rejects.toThrow('The end')
  await expect(turns.take('a', async () => 'late', { signal: stop.signal })).rejects.toThrow('The end')
  gate.resolve()
  await first
  expect(await last).toBe('last')
})
