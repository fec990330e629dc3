import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, type OwnSite, startOwnSite, waitUntil } from '#scripts/testing/own-site'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, string | number> }[]
}

const dir = makeDataDir()
const spans: Span[] = []
let received = ''
let collector: http.Server
let site: OwnSite

beforeAll(async () => {
  collector = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received += body
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  site = await startOwnSite({
    dir,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  })
}, 120_000)
afterAll(async () => {
  await site?.stop()
  collector?.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const find = (name: string) => spans.find((span) => span.name === name)

test('a request is a span with its statements below it, without what the visitor asked for', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await site.get('/deals?q=a-secret-word', { headers: { traceparent, Authorization: 'none' } })
  await waitUntil(() => find('GET /deals') !== undefined, 10_000)
  const request = find('GET /deals')!
  await waitUntil(() => spans.some(({ parentSpanId }) => parentSpanId === request.spanId), 10_000)
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  // Nobody in front of the site is trusted here.
  expect(request.traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.every(({ traceId }) => traceId === request.traceId)).toBe(true)
  expect(received).toContain('lifetime-ledger')
  expect(received).not.toContain('a-secret-word')
})

test('a job is a trace of its own, with the mail that it sends', async () => {
  const client = new pg.Client(site.databaseUrl())
  await client.connect()
  await client.query(`insert into profiles (name, email, confirmed_at) values ('Ada', 'ada.traced@example.com', now())`)
  await client.query(
    `select graphile_worker.add_job('send_mail', '{"mail": "taken", "email": "ada.traced@example.com"}')`,
  )
  await client.end()
  await waitUntil(() => find('send mail') !== undefined && find('job send_mail') !== undefined, 20_000)
  expect(find('send mail')!.parentSpanId).toBe(find('job send_mail')!.spanId)
  expect(received).not.toContain('ada.traced')
})

test('without its collector the site goes on, and stops in time', async () => {
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
  expect((await site.get('/about')).status).toBe(200)
  expect((await site.get('/deals?q=other')).status).toBe(200)
  const begun = performance.now()
  await site.stop()
  expect(performance.now() - begun).toBeLessThan(10_000)
})
