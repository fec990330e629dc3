import net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp()
  // One for each connection that is open.
  app.server.setMaxListeners(0)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.takeReached()
})

/** Waits until the server has read so many bytes from a client, or has closed its connection. */
async function untilRead(accepted: net.Socket[], client: net.Socket, bytes: number) {
  const isRead = () => {
    const near = accepted.find(({ remotePort }) => remotePort === client.localPort)
    return client.destroyed || near?.destroyed || (near?.bytesRead ?? 0) >= bytes
  }
  while (!isRead()) await setImmediate()
}

/** Sends raw bytes, optionally more once the server has read them, and reads until the server closes the connection. */
function exchange(bytes: string, later?: string, to = app) {
  return new Promise<{ statuses: number[]; text: string }>((resolve, reject) => {
    const accepted: net.Socket[] = []
    const note = (near: net.Socket) => accepted.push(near)
    to.server.on('connection', note)
    const socket = net.connect(to.port, '127.0.0.1', async () => {
      socket.write(bytes, 'latin1')
      if (later === undefined) return
      await untilRead(accepted, socket, Buffer.byteLength(bytes, 'latin1'))
      socket.write(later, 'latin1')
    })
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(30_000, () => {
      socket.destroy()
      reject(new Error(`The connection stayed open after:\n${text}`))
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    // A reset after the response also counts as closed.
    socket.on('error', () => {})
    socket.on('close', () => {
      to.server.off('connection', note)
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ statuses, text })
    })
  })
}

const HOST = 'Host: localhost\r\n'
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'
const post = (lines: string, body = '0\r\n\r\n') => `POST /auth HTTP/1.1\r\n${HOST}${FORM}${lines}\r\n${body}`
const get = (lines: string, version = '1.1') => `GET /deals HTTP/${version}\r\n${lines}\r\n`
/** A request that an attacker would like to smuggle in. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`

const ENCODINGS = [
  'xchunked',
  'identity',
  'gzip',
  'gzip, chunked',
  'chunked, identity',
  'chunked, chunked',
  'identity, chunked',
  'CHUNKED, Identity',
  'xCHUNKED',
  'chunkedx',
  'chunked;q=1',
  'chunked,',
  ',chunked',
  '"chunked"',
  'chunked x',
  'chun ked',
  '\tgzip\t',
  '   xchunked   ',
  'chunked\x0b',
  '\x0bchunked',
  'chünked',
  '',
]

/** Ambiguous Content-Length and Transfer-Encoding headers, each with a body. */
const LENGTHS: [string, string, string?][] = [
  ['two encodings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'],
  ['the same encoding twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'],
  ['a space before the colon', 'Transfer-Encoding : chunked\r\n'],
  ['a folded line', 'Transfer-Encoding:\r\n xchunked\r\n'],
  ['a length after an encoding', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'],
  ['an encoding after a length', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ['an unknown encoding after a length', 'Content-Length: 5\r\nTransfer-Encoding: xchunked\r\n'],
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
  ['the same length twice', 'Content-Length: 5\r\nContent-Length: 5\r\n'],
  ['two lengths on a line', 'Content-Length: 5, 5\r\n'],
  ['a length with a sign', 'Content-Length: +5\r\n'],
  ['a negative length', 'Content-Length: -5\r\n'],
  ['a hexadecimal length', 'Content-Length: 0x5\r\n'],
  ['an empty length', 'Content-Length: \r\n'],
  ['a length without end', `Content-Length: ${'9'.repeat(40)}\r\n`],
  ['a tab after the encoding', 'Transfer-Encoding: chunked \t\r\n'],
  ['a chunk of no size', 'Transfer-Encoding: chunked\r\n', 'zz\r\nhello\r\n0\r\n\r\n'],
  ['a chunk of a negative size', 'Transfer-Encoding: chunked\r\n', '-1\r\nhello\r\n0\r\n\r\n'],
  ['a chunk without end', 'Transfer-Encoding: chunked\r\n', `${'f'.repeat(20)}\r\nhello\r\n`],
  ['a chunk longer than it says', 'Transfer-Encoding: chunked\r\n', '1\r\nhello\r\n0\r\n\r\n'],
]

const HOSTS: [string, string][] = [
  ['no host', ''],
  ['two hosts', `${HOST}Host: evil.test\r\n`],
  ['the same host twice', HOST + HOST],
  ['the same host twice, in other letters', `${HOST}hOST: localhost\r\n`],
  ['an empty host', 'Host: \r\n'],
  ['a host with a space', 'Host: a b\r\n'],
  ['a host with a user name', 'Host: a@localhost\r\n'],
  ['a host with a path', 'Host: localhost/x\r\n'],
  ['a host with a query', 'Host: localhost?x\r\n'],
  ['a host with a fragment', 'Host: localhost#x\r\n'],
  ['a host with a comma', 'Host: localhost,evil.test\r\n'],
  ['a host with quotes', 'Host: "localhost"\r\n'],
  ['a host with a backslash', 'Host: localhost\\evil\r\n'],
  ['a host with an escape', 'Host: localhost%2eevil\r\n'],
  ['a host outside of ASCII', 'Host: löcalhost\r\n'],
  ['a host with a NUL', 'Host: local\x00host\r\n'],
  ['a host without an end', 'Host: [::\r\n'],
  ['a host with a port that is none', 'Host: localhost:99999\r\n'],
  ['a space before the colon of the host', 'Host : localhost\r\n'],
]

/** The attempts that were not answered with a single 400. They run concurrently, since each takes a moment. */
async function failures(attempts: { what: string; bytes: string; later?: string }[]) {
  const all = attempts.map(async ({ what, bytes, later }) => ({
    what,
    statuses: (await exchange(bytes, later)).statuses,
  }))
  return (await Promise.all(all)).filter(({ statuses }) => statuses.join() !== '400')
}

describe('ambiguous requests answer one 400 and close the connection', () => {
  test('rejects an unknown Transfer-Encoding', async () => {
    const attempts = ENCODINGS.flatMap((encoding) => {
      const line = `Transfer-Encoding: ${encoding}\r\n`
      const bodies = ['0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'a=b', '']
      const requests = [...bodies.map((body) => post(line, body) + SMUGGLED), get(HOST + line)]
      return requests.map((bytes) => ({ what: encoding, bytes, later: SMUGGLED }))
    })
    expect(await failures(attempts)).toEqual([])
    expect(await app.takeReached()).toEqual([])
  })

  test('rejects ambiguous Content-Length and Transfer-Encoding headers', async () => {
    const attempts = LENGTHS.flatMap(([what, lines, body = 'hello']) => [
      { what, bytes: post(lines, body) + SMUGGLED, later: SMUGGLED },
      { what, bytes: post(lines, ''), later: body },
    ])
    expect(await failures(attempts)).toEqual([])
    expect((await app.takeReached()).join()).not.toContain('smuggled')
  })

  test('rejects Transfer-Encoding in HTTP/1.0', async () => {
    const bytes = post('Transfer-Encoding: chunked\r\n').replace('HTTP/1.1', 'HTTP/1.0') + SMUGGLED
    expect(await failures([{ what: 'HTTP/1.0', bytes }])).toEqual([])
    expect(await app.takeReached()).toEqual([])
  })

  test('rejects a missing, repeated or invalid Host', async () => {
    const attempts = HOSTS.map(([what, lines]) => ({ what, bytes: get(lines) + SMUGGLED, later: SMUGGLED }))
    expect(await failures(attempts)).toEqual([])
    expect(await app.takeReached()).toEqual([])
  })
})

describe('malformed bytes after a request', () => {
  test('answers a complete request before rejecting the malformed bytes after it', async () => {
    expect((await exchange(`${get(HOST)}nonsense\r\n\r\n`)).statuses).toEqual([200, 400])
    expect((await exchange(get(HOST), 'nonsense\r\n\r\n')).statuses).toEqual([200, 400])
  })

  test('finishes a response under way before rejecting malformed bytes', async () => {
    const [bytes, nonsense] = [get(HOST), 'nonsense\r\n\r\n']
    const slow = await startGuardedApp(async ({ socket }, response) => {
      response.write('first half, ')
      while (!socket.destroyed && socket.bytesRead < bytes.length + nonsense.length) await setImmediate()
      response.end('second half')
    })
    const { statuses, text } = await exchange(bytes, nonsense, slow)
    await slow.stop()
    expect(statuses).toEqual([200, 400])
    expect(text.indexOf('second half')).toBeLessThan(text.lastIndexOf('HTTP/1.1 400'))
  })

  test('discards the late response of the app after a malformed body was rejected', async () => {
    const late = await startGuardedApp((_request, response) => response.end('page'), 200)
    const { statuses } = await exchange(post('Transfer-Encoding: chunked\r\n', ''), 'zz\r\n', late)
    await late.stop()
    expect(statuses).toEqual([400])
  })
})

test.each(['chunked', 'Chunked', 'CHUNKED', '  chunked'])('accepts Transfer-Encoding %j', async (encoding) => {
  const lines = `Transfer-Encoding: ${encoding}\r\nConnection: close\r\n`
  expect((await exchange(post(lines, '3\r\na=b\r\n0\r\n\r\n'))).statuses).toEqual([200])
  expect(await app.takeReached()).toEqual(['POST /auth'])
})
