import { expect, test } from 'vitest'
import { makeLog } from '~/log.server'

function makeListenedLog() {
  const lines: Record<string, unknown>[] = []
  const { log, sumUp } = makeLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  return { log, sumUp, lines }
}

const failure = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

test('an error that comes a thousand times is two lines, and its stack is written once', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (let n = 0; n < 1_000; n++) log.error({ err: failure('ECONNREFUSED') }, 'The database failed a request')
  sumUp()
  expect(lines).toHaveLength(2)
  const [first, summary] = lines
  expect(first).toMatchObject({ level: 'error', msg: 'The database failed a request' })
  expect(first).toMatchObject({ err: { code: 'ECONNREFUSED', stack: expect.stringContaining('fault-tally') } })
  expect(summary).toMatchObject({ level: 'error', msg: 'The database failed a request', count: 999 })
  expect(summary!.err).toEqual({ type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' })
})

test('each second is summed up by itself, and one in which nothing happened is silent', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (const times of [3, 5, 0, 2]) {
    for (let n = 0; n < times; n++) log.warn({ err: failure('ECONNRESET') }, 'A database connection was lost')
    sumUp()
  }
  expect(lines.map(({ count }) => count)).toEqual([undefined, 2, 5, 2])
})

test('different errors are told apart by level, words, name, message, code and cause', () => {
  const { log, sumUp, lines } = makeListenedLog()
  const kinds = [
    () => log.error({ err: failure('A') }, 'One'),
    () => log.warn({ err: failure('A') }, 'One'),
    () => log.error({ err: failure('A') }, 'Other'),
    () => log.error({ err: failure('B') }, 'One'),
    () => log.error({ err: new TypeError('connect A') }, 'One'),
    () => log.error({ err: new Error('connect A', { cause: failure('C') }) }, 'One'),
    () => log.error('One'),
  ]
  for (const say of [...kinds, ...kinds]) say()
  sumUp()
  expect(lines.filter(({ count }) => !count)).toHaveLength(kinds.length)
  expect(lines.filter(({ count }) => count === 1)).toHaveLength(kinds.length)
})

test('what is no warning is written each time, and so is what ends the process', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (let n = 0; n < 3; n++) {
    log.info({ status: 200 })
    log.fatal({ err: failure('X') }, 'Uncaught exception')
  }
  sumUp()
  expect(lines).toHaveLength(6)
})

test('a thousand different errors hold no memory, and none is lost', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 1_000; n++) log.error({ err: new Error(`Number ${n}`) }, 'Failed')
  }
  sumUp()
  const told = lines.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0)
  expect(told).toBe(2_000)
})
