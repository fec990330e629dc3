import { once } from 'node:events'
import type http from 'node:http'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTlsWeb, startWeb } from '#tests/local-web'
import { fetchPage, htmlOf } from '~/http/fetch-page.server'

test('a page is fetched with status, address, type and text', async () => {
  const web = await startWeb((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=iso-8859-1')
    response.end(Buffer.from('<p>Café</p>', 'latin1'))
  })
  const { page } = await fetchPage(web.url('vendor.example', '/deal?ref=1#top'), { network: web.network })
  expect(page).toMatchObject({
    status: 200,
    url: web.url('vendor.example', '/deal?ref=1#top'),
    contentType: 'text/html; charset=iso-8859-1',
  })
  expect(htmlOf(page!)).toBe('<p>Café</p>')
})

test('a request names the site and carries nothing of any visitor', async () => {
  let headers: http.IncomingHttpHeaders = {}
  const web = await startWeb((request, response) => {
    headers = request.headers
    response.setHeader('Set-Cookie', 'a=b')
    if (request.url === '/') response.writeHead(302, { Location: '/next' })
    response.end()
  })
  await fetchPage(web.url('vendor.example'), { network: web.network })
  expect(headers['user-agent']).toMatch(/^LifetimeLedger\/1\.0 \(\+http/)
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

test('a file that is not HTML has no text', async () => {
  const web = await startWeb((_request, response) => response.setHeader('Content-Type', 'image/png').end('x'))
  const { page } = await fetchPage(web.url('vendor.example'), { network: web.network })
  expect(htmlOf(page!)).toBeUndefined()
})

test('the charset of a page may be in its text, and an unknown one counts as UTF-8', async () => {
  const pages: Record<string, Buffer> = {
    '/meta': Buffer.from('<meta charset="windows-1252">“é”', 'latin1'),
    '/unknown': Buffer.from('<meta charset="klingon">é'),
  }
  const web = await startWeb((request, response) =>
    response.setHeader('Content-Type', 'text/html').end(pages[request.url!]),
  )
  const read = async (path: string) => {
    const { page } = await fetchPage(web.url('vendor.example', path), { network: web.network })
    return htmlOf(page!)
  }
  expect(await read('/meta')).toContain('é')
  expect(await read('/unknown')).toContain('é')
})

test('reading stops after one megabyte, and so does the server', async () => {
  let sent = 0
  const web = await startWeb((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const send = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length
    }
    response.on('drain', send).setHeader('Content-Type', 'text/html')
    send()
  })
  const { page } = await fetchPage(web.url('vendor.example'), { network: web.network })
  expect(page!.body).toHaveLength(1024 * 1024)
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

test('a page whose end never comes is read as far as it came', async () => {
  const web = await startWeb((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).write('a'),
  )
  const { page } = await fetchPage(web.url('vendor.example'), { network: web.network, timeoutMs: 500 })
  expect(page).toMatchObject({ status: 200 })
  expect(page!.body.toString()).toBe('a')
})

test('a compressed page, which was not asked for, is not read', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const web = await startWeb((_request, response) =>
    response.setHeader('Content-Type', 'text/html').setHeader('Content-Encoding', 'gzip').end(bomb),
  )
  const { page } = await fetchPage(web.url('vendor.example'), { network: web.network })
  expect(page!.body).toHaveLength(0)
})

test('five redirects are followed, a sixth is not', async () => {
  const web = await startWeb((request, response) => {
    const left = Number(request.url!.slice(1))
    if (left === 0) return response.end('here')
    response.writeHead([301, 302, 303, 307, 308][left % 5]!, { Location: `/${left - 1}` }).end()
  })
  const options = { network: web.network }
  const { page } = await fetchPage(web.url('vendor.example', '/5'), options)
  expect(page).toMatchObject({ status: 200, url: web.url('vendor.example', '/0') })
  expect(await fetchPage(web.url('vendor.example', '/6'), options)).toEqual({ failure: 'too many redirects' })
})

test('the time limit holds for all redirects together', async () => {
  const web = await startWeb((_request, response) => {
    setTimeout(400).then(() => response.writeHead(302, { Location: '/' }).end())
  })
  expect(await fetchPage(web.url('vendor.example'), { network: web.network, timeoutMs: 1_000 })).toEqual({
    failure: 'time-out',
  })
})

test('a server that accepts the connection and says nothing is a time-out', async () => {
  const web = await startWeb(() => {})
  expect(await fetchPage(web.url('vendor.example'), { network: web.network, timeoutMs: 300 })).toEqual({
    failure: 'time-out',
  })
})

test('a name server that says nothing is a time-out', async () => {
  const network = { resolve: () => new Promise<string[]>(() => {}), mayConnect: () => true }
  expect(await fetchPage('http://vendor.example', { network, timeoutMs: 300 })).toEqual({ failure: 'time-out' })
})

test('waiting in the queue does not count towards the timeout', async () => {
  const web = await startWeb((_request, response) => response.end())
  const { page } = await fetchPage(web.url('vendor.example'), {
    network: web.network,
    timeoutMs: 2_000,
    takeTurn: async (_host, request) => {
      await setTimeout(2_100)
      return request()
    },
  })
  expect(page).toMatchObject({ status: 200 })
})

test('a name that does not resolve has its own error', async () => {
  const web = await startWeb((_request, response) => response.end(), { unknown: ['gone.example'] })
  expect(await fetchPage(web.url('gone.example'), { network: web.network })).toEqual({
    failure: 'name does not resolve',
  })
})

test('a server that speaks no HTTP or closes the connection gives no answer', async () => {
  const server = net.createServer((socket) => void socket.end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const network = { resolve: async () => ['127.0.0.1'], mayConnect: () => true }
  expect(await fetchPage(`http://vendor.example:${port}`, { network })).toEqual({ failure: 'no answer' })
  server.close()
  expect(await fetchPage(`http://vendor.example:${port}`, { network })).toEqual({ failure: 'no answer' })
})

test('a certificate that is not trusted is a TLS failure, as is one for another host or no TLS at all', async () => {
  const web = await startTlsWeb((_request, response) => response.end(), 'vendor.example')
  const tls = { failure: 'TLS failure' }
  expect(await fetchPage(web.url('vendor.example'), { network: web.network })).toEqual(tls)
  expect(await fetchPage(web.url('other.example'), { network: web.trusting })).toEqual(tls)
  expect(await fetchPage(web.url('vendor.example'), { network: web.trusting })).toMatchObject({ page: { status: 200 } })

  const plain = await startWeb((_request, response) => response.end())
  const url = plain.url('vendor.example').replace('http:', 'https:')
  expect(await fetchPage(url, { network: plain.network })).toEqual(tls)
})

test('a caller that gives up gets its own reason, and the connection ends', async () => {
  const closed = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const web = await startWeb((request) => {
    request.socket.on('close', () => closed.resolve())
    asked.resolve()
  })
  const stop = new AbortController()
  const fetching = fetchPage(web.url('vendor.example'), { network: web.network, signal: stop.signal })
  await asked.promise
  stop.abort(new Error('Stopping'))
  await expect(fetching).rejects.toThrow('Stopping')
  await closed.promise
})
