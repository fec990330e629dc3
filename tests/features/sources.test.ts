import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { listJobs } from '#tests/jobs'
import { startWeb } from '#tests/local-web'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { listVerifiedChanges } from '~/features/contributions/change-logs/change-logs.server'
import {
  findReportForm,
  resubmitChangeReport,
  submitChangeReport,
} from '~/features/contributions/change-logs/change-reports.server'
import { passageOf } from '~/features/contributions/sources/passage'
import { deleteOldSources, fetchSource, findEvidence } from '~/features/contributions/sources/sources.server'
import { decide } from '~/features/staff/queue/decide.server'
import { makeChangeLog, makeDeal, makeProfile } from '../factories'

let deal: Awaited<ReturnType<typeof makeDeal>>
beforeEach(async () => {
  deal = await makeDeal({ deal_price: '49.00' })
})

const html =
  (body: string | Buffer, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    response.setHeader('Content-Type', type).end(body)

/** A report whose source was fetched from a local web. */
async function saved(listener: RequestListener, given: Parameters<typeof makeChangeLog>[0] = {}) {
  const web = await startWeb(listener)
  const source_url = web.url('vendor.example', '/terms')
  const values = { old_value: '$49.00', new_value: '$25.00', kind: 'PRICE', source_url } as const
  const report = await makeChangeLog({ deal_id: deal.id, ...values, ...given })
  await fetchSource(report.id, { network: web.network, timeoutMs: 1_000 })
  return { report, web }
}

const storedOf = ({ id }: { id: string }) =>
  db.selectFrom('sources').selectAll().where('change_id', '=', id).executeTakeFirst()

const evidenceOf = ({ id }: { id: string }) =>
  findEvidence(id, { kind: 'PRICE', oldValue: '$49.00', newValue: '25.00', currency: 'USD' }, false)

test('the readable text of a source is stored with its hash, and shows where the values are', async () => {
  const page =
    '<title>Terms</title><script>var price = 49</script><p>Now <b>$25</b> &amp; forever.</p><style>p{}</style>'
  const { report } = await saved(html(page))
  expect(await storedOf(report)).toMatchObject({
    text: 'Terms Now $25 & forever.',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    failure: null,
  })
  expect(await evidenceOf(report)).toMatchObject({
    bytes: 24,
    text: null,
    passages: [
      { term: 'New value', value: '$25.00', count: 1, before: 'Terms Now ', found: '$25', after: ' & forever.' },
      { term: 'Old value', value: '$49.00', count: 0 },
    ],
  })
})

test.each([
  ['$1,299.00', 'It costs 1299 USD.', '1299 USD'],
  ['$1,299.00', 'Only $1.299,00 today', '$1.299,00'],
  ['$25.00', 'US$ 25 for life', '$ 25'],
  ['$25.00', '25 users for $250', undefined],
  ['$5.00/mo', 'Pay $5 monthly', '$5'],
  ['60 days', 'a 60-day guarantee', '60-day'],
  ['60 days from purchase', 'within 60 days', '60 days'],
  ['60 days', '60 minutes, 30 days', undefined],
  ['31 Dec 2026', 'until December 31, 2026', 'December 31, 2026'],
  ['31 Dec 2026', 'ends 2026-12-31.', '2026-12-31'],
  ['LAUNCH50', 'code: launch50', 'launch50'],
  ['10 Seats', 'Up to 10 seats', '10 seats'],
])('%s in "%s"', (value, text, found) => {
  expect(passageOf(text, value, 'USD')).toMatchObject(found === undefined ? { count: 0 } : { count: 1, found })
})

test('a value without letters and digits is not looked for', () => {
  expect(passageOf('…', '…', 'USD')).toBeUndefined()
})

describe('what is no page of text is a failure with a reason', () => {
  const never: RequestListener = (_request, response) =>
    void response.setHeader('Content-Type', 'text/html').flushHeaders()
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')
  test.each<[string, RequestListener, string]>([
    [
      'redirects without end',
      (_request, response) => response.writeHead(302, { Location: '/again' }).end(),
      'it redirects too often',
    ],
    ['a page that never ends', never, 'it has no text that we can read'],
    ['a picture', html(png, 'image/png'), 'it has no text that we can read'],
    ['a picture that claims to be HTML', html(Buffer.concat(Array(20).fill(png))), 'it has no text that we can read'],
    ['an empty page', html(''), 'it has no text that we can read'],
    ['a page of scripts', html('<script>render()</script>'), 'it has no text that we can read'],
    ['an error', (_request, response) => response.writeHead(404).end('gone'), 'it answered with the error 404'],
    [
      'compressed text, which was not asked for',
      (_request, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(1e7, 'a'))),
      'it has no text that we can read',
    ],
  ])('%s', async (_name, listener, failure) => {
    const { report } = await saved(listener)
    expect(await storedOf(report)).toMatchObject({ text: null, hash: null, saved_at: null, failure })
  })

  test('a private address', async () => {
    const { id } = await makeChangeLog({ source_url: 'http://127.0.0.1/admin' })
    await fetchSource(id, {})
    expect(await storedOf({ id })).toMatchObject({ text: null, failure: 'its address is not a public one' })
  })
})

test('a page without end is read up to 2 MB and stored up to 200 kB', async () => {
  let sent = 0
  const { report } = await saved((_request, response) => {
    response.setHeader('Content-Type', 'text/plain')
    const part = 'é'.repeat(32_768)
    const send = () => {
      while (!response.destroyed && sent < 3e9) {
        sent += part.length * 2
        if (!response.write(part)) return void response.once('drain', send)
      }
    }
    send()
  })
  const { text } = (await storedOf(report))!
  expect(text).toMatch(/^é+$/)
  expect(Buffer.byteLength(text!)).toBeLessThanOrEqual(200_000)
  expect(Buffer.byteLength(text!)).toBeGreaterThan(199_990)
  expect(sent).toBeLessThan(50e6)
})

test('pages in other encodings are read, and so is a word of 100,000 letters', async () => {
  const cyrillic = Buffer.from([0xd6, 0xe5, 0xed, 0xe0])
  const { report } = await saved(html(cyrillic, 'text/html; charset=windows-1251'))
  expect(await storedOf(report)).toMatchObject({ text: 'Цена' })
  const { report: long } = await saved(html(`${'x'.repeat(100_000)} $25 ${'y'.repeat(100_000)}`))
  const [passage] = (await evidenceOf(long))!.passages
  expect(passage).toMatchObject({ count: 1, before: `${'x'.repeat(99)} `, after: ` ${'y'.repeat(99)}` })
})

test('a hostile page of a megabyte is read', async () => {
  for (const body of ['<b>'.repeat(3e5), '<'.repeat(1e6), '&#x;&no'.repeat(1e5), '1,'.repeat(5e5)]) {
    const { report } = await saved(html(`Now $25. ${body}`))
    expect((await storedOf(report))!.text).toContain('Now $25.')
    expect((await evidenceOf(report))!.passages[0]).toMatchObject({ count: 1 })
  }
})

async function send(author: { id: string }, values: Record<string, string>, edited?: string) {
  const form = (await findReportForm(deal.id))!.parse({ title: 'Cheaper', description: 'See there.', ...values })
  return edited ? resubmitChangeReport(author.id, deal.id, edited, form) : submitChangeReport(author.id, deal.id, form)
}
const jobs = async () => (await listJobs<{ changeId: string }>('save_source')).map(({ payload }) => payload.changeId)

test('a report with a source asks for one job, and another source deletes the text of the first', async () => {
  const author = await makeProfile()
  await send(author, { title: 'Without' })
  expect(await jobs()).toEqual([])
  await send(author, { source_url: 'https://vendor.example/a' })
  const { id } = await db
    .selectFrom('change_logs')
    .select('id')
    .where('title', '=', 'Cheaper')
    .executeTakeFirstOrThrow()
  expect(await jobs()).toEqual([id])
  const source = {
    change_id: id,
    url: 'https://vendor.example/a',
    text: 'a',
    hash: 'a'.repeat(64),
    saved_at: new Date(),
  }
  await db.insertInto('sources').values(source).execute()
  await send(author, { source_url: 'https://vendor.example/a', description: 'Look.' }, id)
  expect(await storedOf({ id })).toMatchObject({ text: 'a' })
  await send(author, { source_url: 'https://vendor.example/b' }, id)
  expect(await storedOf({ id })).toBeUndefined()
  expect(await jobs()).toEqual([id])
})

test('an approval fetches the page again after a day; a text with the value stays if the page has lost it', async () => {
  let body = 'Now $25.'
  const { report, web } = await saved((request, response) => html(body)(request, response))
  const first = await storedOf(report)
  const again = () => fetchSource(report.id, { network: web.network })
  body = 'Now $25, really.'
  await again()
  expect(web.countConnections()).toBe(1)
  const age = () =>
    db
      .updateTable('sources')
      .set({ saved_at: new Date(Date.now() - 2 * 86_400_000) })
      .execute()
  await age()
  await again()
  expect(await storedOf(report)).toMatchObject({ text: 'Now $25, really.' })
  expect((await storedOf(report))!.hash).not.toBe(first!.hash)
  await age()
  body = 'Sold out.'
  await again()
  expect(await storedOf(report)).toMatchObject({ text: 'Now $25, really.', failure: null })
  body = ''
  await again()
  expect(await storedOf(report)).toMatchObject({ text: 'Now $25, really.', failure: 'it has no text that we can read' })
  const staff = await makeProfile({ role: 'MANAGER' })
  await inTransaction((trx) =>
    decide(trx, staff as never, { kind: 'change_log', id: report.id, version: 1 }, { to: 'APPROVED' }),
  )
  expect(await jobs()).toEqual([report.id])
  expect(await listVerifiedChanges(deal.id)).toMatchObject([
    { source: { hash: expect.any(String), savedAt: expect.any(String) } },
  ])
  expect(JSON.stringify(await listVerifiedChanges(deal.id))).not.toContain('really')
})

test('a text is deleted 30 days after the rejection of its report, and with the report', async () => {
  const { report } = await saved(html('Now $25.'))
  const { report: approved } = await saved(html('Now $25.'), { status: 'APPROVED' })
  const reject = (days: number) =>
    db
      .updateTable('change_logs')
      .set({ status: 'REJECTED', moderated_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', report.id)
      .execute()
  await reject(29)
  await deleteOldSources()
  expect(await storedOf(report)).toBeDefined()
  await reject(31)
  await deleteOldSources()
  expect(await storedOf(report)).toBeUndefined()
  expect(await storedOf(approved)).toBeDefined()
  await db.deleteFrom('change_logs').where('id', '=', approved.id).execute()
  expect(await storedOf(approved)).toBeUndefined()
})
