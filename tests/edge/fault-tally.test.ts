import { expect, test } from 'vitest'
import { makeLog } from '~/log.server'

function makeListenedLog() {
  const lines: Record<string, unknown>[] = []
  const { log, sumUp } = makeLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  return { log, sumUp, lines }
}

const failure = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

test('a thousand repetitions of an error make two log lines, with the stack only once', () => {
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

test('repeated errors are summed up each second, and idle seconds log nothing', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (const times of [3, 5, 0, 2]) {
    for (let n = 0; n < times; n++) log.warn({ err: failure('ECONNRESET') }, 'A database connection was lost')
    sumUp()
  }
  expect(lines.map(({ count }) => count)).toEqual([undefined, 2, 5, 2])
})

test('errors count as the same only if level, text, name, message, code and cause match', () => {
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

test('messages below warning and fatal errors are never summed up', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (let n = 0; n < 3; n++) {
    log.info({ status: 200 })
    log.fatal({ err: failure('X') }, 'Uncaught exception')
  }
  sumUp()
  expect(lines).toHaveLength(6)
})

test('a thousand different errors are all counted within the memory limit', () => {
  const { log, sumUp, lines } = makeListenedLog()
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 1_000; n++) log.error({ err: new Error(`Number ${n}`) }, 'Failed')
  }
  sumUp()
  const told = lines.reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0)
  expect(told).toBe(2_000)
})
