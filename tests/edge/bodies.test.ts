import net from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import { type GuardedApp, startGuardedApp } from './guarded-app'

let app: GuardedApp
beforeAll(async () => {
  app = await startGuardedApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.takeReached()
  app.bytesRead = 0
})

const FORM = 'application/x-www-form-urlencoded'
const FILE = 'multipart/form-data; boundary=x'
const head = (path: string, type: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, ...lines, '', ''].join('\r\n')

/** Sends chunks of 64 kB until the server closes the connection. */
function sendChunks(path: string, type: string, count: number) {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a'), Buffer.from('\r\n')])
  return sendRaw(app.port, head(path, type, 'Transfer-Encoding: chunked'), (socket) => {
    let left = count
    const more = () => {
      if (socket.destroyed) return
      if (left-- > 0) socket.write(chunk, more)
      else socket.write('0\r\n\r\n')
    }
    more()
  })
}

describe('body size limits', () => {
  test('accepts a form up to the size limit', async () => {
    const body = 'a'.repeat(256 * 1_024)
    expect(await sendRaw(app.port, head('/auth', FORM, `Content-Length: ${body.length}`) + body)).toMatchObject({
      status: 200,
    })
    expect(app.bytesRead).toBe(body.length)
  })

  test('rejects a form whose Content-Length exceeds the limit before reading its body', async () => {
    const answer = await sendRaw(app.port, head('/auth', FORM, `Content-Length: ${256 * 1_024 + 1}`))
    expect(answer).toMatchObject({ status: 413, body: expect.stringContaining('The limit is 256 kB') })
    expect(await app.takeReached()).toEqual([])
    expect(app.bytesRead).toBe(0)
  })

  test('rejects a chunked body once it exceeds the limit', async () => {
    const answer = await sendChunks('/auth', FORM, 10_000)
    expect(answer).toMatchObject({ status: 413, body: expect.stringContaining('The limit is 256 kB') })
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{12}$/)
    expect(app.bytesRead).toBeLessThanOrEqual(256 * 1_024)
  })

  test('accepts CSV import files up to 100 MB and no larger', async () => {
    const tooLong = head('/admin/csv-import', FILE, `Content-Length: ${102 * 1_024 ** 2}`)
    expect(await sendRaw(app.port, tooLong)).toMatchObject({
      status: 413,
      body: expect.stringContaining('The limit is 100 MB'),
    })
    for (const path of ['/admin/csv-import', '/Admin/CSV-import/', '/admin/csv-import.data?_routes=x']) {
      expect(await sendChunks(path, FILE, 32)).toMatchObject({ status: 200 })
    }
    expect(app.bytesRead).toBe(3 * 32 * 65_536)
  })

  test('applies the normal size limit to paths that only start like the CSV import', async () => {
    const answer = await sendRaw(app.port, head('/admin/csv-importer', FORM, 'Content-Length: 1000000'))
    expect(answer.status).toBe(413)
  })

  test('rejects a GET with a body', async () => {
    const lines = 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello'
    expect(await sendRaw(app.port, lines)).toMatchObject({ status: 400 })
  })

  test('answers Expect: 100-continue before the client sends the body', async () => {
    const asking = (length: number) => head('/auth', FORM, 'Expect: 100-continue', `Content-Length: ${length}`)
    expect(await sendRaw(app.port, asking(1_000_000))).toMatchObject({ status: 413 })
    const welcome = await sendRaw(app.port, asking(3), (socket) => socket.once('data', () => socket.write('a=b')))
    expect(welcome).toMatchObject({ status: 200, body: 'page' })
  })
})

test('a response sent before the body was read leaves the connection usable for the next request', async () => {
  const early = await startGuardedApp((request, response) => {
    // Remix reads chunk by chunk; this app does not read at all.
    request.on('data', () => request.pause()).pause()
    response.end('page')
  }, 0)
  const body = 'a'.repeat(250_000)
  const requests = (head('/auth', FORM, `Content-Length: ${body.length}`) + body).repeat(2)
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const socket = net.connect(early.port, '127.0.0.1', () => socket.write(requests))
    const end = () => socket.destroy()
    setTimeout(end, 2_000)
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
      if (text.split('page').length > 2) end()
    })
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  await early.stop()
  expect(said.match(/^HTTP\/1\.1 200|pageHTTP\/1\.1 200/g)).toHaveLength(2)
})

describe('body content types', () => {
  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencodedx',
  ])('rejects a form with Content-Type %s', async (type) => {
    expect(await sendRaw(app.port, `${head('/auth', type, 'Content-Length: 3')}a=b`)).toMatchObject({ status: 415 })
    expect(await app.takeReached()).toEqual([])
  })

  test.each(['/admin/deals/new', '/admin/deals/0de0.data', '/admin/pictures', '/deals/quillstack'])(
    'accepts the file of a form at %s',
    async (path) => {
      const sent = await sendRaw(app.port, `${head(path, 'multipart/form-data; boundary=x', 'Content-Length: 3')}abc`)
      expect(sent).toMatchObject({ status: 200 })
    },
  )

  test('rejects a body without a Content-Type but accepts an empty one', async () => {
    const bare = (length: number) => `POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`
    expect(await sendRaw(app.port, `${bare(3)}a=b`)).toMatchObject({ status: 415 })
    expect(await sendRaw(app.port, bare(0))).toMatchObject({ status: 200 })
  })

  test('rejects a compressed body', async () => {
    const answer = await sendRaw(app.port, `${head('/auth', FORM, 'Content-Encoding: gzip', 'Content-Length: 3')}abc`)
    expect(answer.status).toBe(415)
  })

  test('rejects multipart/form-data without a boundary', async () => {
    const lines = head('/admin/csv-import', 'multipart/form-data', 'Content-Length: 3')
    expect(await sendRaw(app.port, `${lines}abc`)).toMatchObject({ status: 400 })
  })
})
