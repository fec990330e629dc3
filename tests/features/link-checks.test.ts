import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import type { BrokenLinkDetails } from '~/features/contributions/availability/alert'
import { planLinkChecks, restartLinkChecks } from '~/features/staff/freshness/due-links.server'
import {
  checkLinks,
  HostQueue,
  type LinkCheckOptions,
  runLinkChecks,
} from '~/features/staff/freshness/run-link-checks.server'
import { visitLink } from '~/features/staff/freshness/visit-link.server'
import { log } from '~/log.server'
import { makeDeal } from '../factories'
import { startTlsWeb, startWeb } from '../local-web'
import { makeDealAlert } from '../staff-factories'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const answer =
  (status: number): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'text/html' }).end('<p>x</p>')

/** The time of the job, days after tomorrow: whatever was planned today is due. */
function morning(day: number) {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() + 1 + day)
  date.setUTCHours(4, 23, 0, 0)
  return date
}
const utcDay = (day: number) => morning(day).toISOString().slice(0, 10)

async function check(
  day: number,
  { network }: Pick<LinkCheckOptions, 'network'>,
  options: Partial<LinkCheckOptions> = {},
) {
  await planLinkChecks()
  await runLinkChecks({ signal: AbortSignal.timeout(60_000), now: () => morning(day), network, ...options })
}

const findCheck = (id: string) =>
  db.selectFrom('link_checks').selectAll().where('deal_id', '=', id).executeTakeFirstOrThrow()

const findAlert = (id: string) =>
  db.selectFrom('deal_alerts').selectAll().where('deal_id', '=', id).where('status', '=', 'PENDING').executeTakeFirst()

const setLink = (id: string, cta_url: string) =>
  inTransaction(async (trx) => {
    await trx.updateTable('deals').set({ cta_url }).where('id', '=', id).execute()
    await restartLinkChecks(trx, [id])
  })

const unwatch = () => db.updateTable('link_checks').set({ is_watched: false }).execute()

describe('a visit to a link', () => {
  test.each([
    [200, 'OK', null],
    [204, 'OK', null],
    [404, 'FAILED', '404'],
    [410, 'FAILED', '410'],
    [401, 'UNKNOWN', '401'],
    [403, 'UNKNOWN', '403'],
    [429, 'UNKNOWN', '429'],
    [451, 'UNKNOWN', '451'],
    [500, 'UNKNOWN', '500'],
    [503, 'UNKNOWN', '503'],
  ] as const)('that answers %d is %s', async (status, result, reason) => {
    const web = await startWeb(answer(status))
    for (const isPageWanted of [true, false]) {
      expect(await visitLink(web.url('vendor.example'), { ...web, isPageWanted })).toMatchObject({ result, reason })
    }
  })

  test('fails when the host name does not resolve', async () => {
    const web = await startWeb(answer(200), { unknown: ['gone.example'] })
    const failed = { result: 'FAILED', reason: 'name does not resolve' }
    expect(await visitLink(web.url('gone.example'), web)).toEqual(failed)
  })

  test('fails when the certificate is self-signed', async () => {
    const web = await startTlsWeb(answer(200), 'vendor.example')
    expect(await visitLink(web.url('vendor.example'), web)).toEqual({ result: 'FAILED', reason: 'TLS failure' })
  })

  test('fails when there is no answer in time', async () => {
    const web = await startWeb(() => {})
    const failed = { result: 'FAILED', reason: 'time-out' }
    expect(await visitLink(web.url('vendor.example'), { ...web, timeoutMs: 200 })).toEqual(failed)
  })

  test('is inconclusive for a private address, a redirect loop or a closed connection', async () => {
    const web = await startWeb((request, response) => {
      if (request.url === '/private') return response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()
      if (request.url === '/circle') return response.writeHead(302, { Location: '/circle' }).end()
      request.socket.destroy()
    })
    const visit = (path: string) => visitLink(web.url('vendor.example', path), web)
    expect(await visit('/private')).toEqual({ result: 'UNKNOWN', reason: 'refused address' })
    expect(await visit('/circle')).toEqual({ result: 'UNKNOWN', reason: 'too many redirects' })
    expect(await visit('/closed')).toEqual({ result: 'UNKNOWN', reason: 'no answer' })
  })

  test('has the result of the page that it redirects to', async () => {
    const web = await startWeb((request, response) => {
      if (request.url === '/gone') return response.writeHead(404).end()
      response.writeHead(301, { Location: '/gone' }).end()
    })
    expect(await visitLink(web.url('vendor.example'), web)).toEqual({ result: 'FAILED', reason: '404' })
  })

  test.each([403, 404, 405, 410, 500, 501, 503])(
    'is repeated with GET when HEAD is answered with %d',
    async (status) => {
      const methods: string[] = []
      const web = await startWeb((request, response) => {
        methods.push(request.method!)
        response.writeHead(request.method === 'HEAD' ? status : 200).end()
      })
      expect(await visitLink(web.url('vendor.example'), web)).toMatchObject({ result: 'OK' })
      expect(methods).toEqual(['HEAD', 'GET'])
    },
  )

  test('is repeated with GET when HEAD gets no answer', async () => {
    const web = await startWeb((request, response) => {
      if (request.method === 'HEAD') request.socket.destroy()
      else response.end()
    })
    expect(await visitLink(web.url('vendor.example'), web)).toMatchObject({ result: 'OK' })
  })

  test.each([
    [200, false, ['HEAD']],
    [429, false, ['HEAD']],
    [200, true, ['GET']],
    [404, true, ['GET']],
  ])('is one request when it answers %d (page wanted: %s)', async (status, isPageWanted, expected) => {
    const methods: string[] = []
    const web = await startWeb((request, response) => {
      methods.push(request.method!)
      response.writeHead(status).end()
    })
    await visitLink(web.url('vendor.example'), { ...web, isPageWanted })
    expect(methods).toEqual(expected)
  })
})

describe('the link check', () => {
  test('visits the links of published deals that have not ended', async () => {
    const visited: string[] = []
    const web = await startWeb((request, response) => {
      visited.push(request.url!)
      response.end()
    })
    const at = (path: string) => ({ cta_url: web.url('vendor.example', path) })
    await makeDeal({ ...at('/active') })
    await makeDeal({ ...at('/soon'), status: 'ENDING_SOON' })
    await makeDeal({ ...at('/upcoming'), start_date: '2999-01-01' })
    await makeDeal({ ...at('/draft'), published: false })
    await makeDeal({ ...at('/expired'), status: 'EXPIRED' })
    await makeDeal({ ...at('/over'), end_date: '2026-02-01' })
    await check(0, web)
    expect(visited.sort()).toEqual(['/active', '/soon', '/upcoming'])
  })

  test('visits a working link once a week', async () => {
    let visits = 0
    const web = await startWeb((_request, response) => {
      visits++
      response.end()
    })
    const { id } = await makeDeal({ cta_url: web.url('vendor.example') })
    for (const day of [0, 0, 1, 2, 3, 4, 5, 6]) await check(day, web)
    expect(visits).toBe(1)
    expect(await findCheck(id)).toMatchObject({ result: 'OK', reason: null, checked_at: morning(0) })
    await check(7, web)
    expect(visits).toBe(2)
  })

  test('visits a failed link every day', async () => {
    let visits = 0
    const web = await startWeb((_request, response) => {
      visits++
      response.writeHead(404).end()
    })
    const { id } = await makeDeal({ cta_url: web.url('vendor.example') })
    for (const day of [0, 0, 1, 2, 2, 4]) await check(day, web)
    expect(visits).toBe(4)
    expect((await findCheck(id)).failed_on).toEqual([0, 1, 2, 4].map(utcDay))
  })

  test('visits an unknown link once a week, or daily if it failed before', async () => {
    const statuses = [503, 404, 503, 404]
    const web = await startWeb((_request, response) => response.writeHead(statuses.shift()!).end())
    const { id } = await makeDeal({ cta_url: web.url('vendor.example') })
    await check(0, web)
    await check(1, web)
    expect(await findCheck(id)).toMatchObject({ result: 'UNKNOWN', reason: '503', failed_on: [] })
    for (const day of [7, 8, 9]) await check(day, web)
    expect(statuses).toEqual([])
    expect((await findCheck(id)).failed_on).toEqual([7, 9].map(utcDay))
  })
})

describe('an outage of our own network', () => {
  async function makeLinks(hosts: number) {
    const unknown: string[] = []
    const web = await startWeb(answer(200), { unknown })
    const names = Array.from({ length: hosts }, (_, i) => `vendor${i}.example`)
    for (const name of names) await makeDeal({ cta_url: web.url(name) })
    return { web, names, unknown }
  }
  const listResults = async () =>
    (
      await db.selectFrom('link_checks').select(['host', 'result', 'reason', 'failed_on']).orderBy('host').execute()
    ).map(({ host, result, reason, failed_on }) => `${host.split('.')[0]} ${result} ${reason} ${failed_on.length}`)

  test('is detected when more than half of the hosts cannot be reached, and no link fails', async () => {
    const { web, names, unknown } = await makeLinks(5)
    unknown.push(...names.slice(2))
    const warn = vi.spyOn(log, 'warn')
    for (const day of [0, 1, 2]) await check(day, web)
    expect(warn).toHaveBeenCalledWith({ links: 3 }, 'Links were not checked: the network here is down')
    warn.mockRestore()
    expect(await listResults()).toEqual([
      'vendor0 OK null 0',
      'vendor1 OK null 0',
      'vendor2 UNKNOWN outage 0',
      'vendor3 UNKNOWN outage 0',
      'vendor4 UNKNOWN outage 0',
    ])
    expect(await db.selectFrom('deal_alerts').selectAll().execute()).toEqual([])
  })

  test('is not detected when at most half of the hosts cannot be reached', async () => {
    const { web, names, unknown } = await makeLinks(6)
    unknown.push(...names.slice(3))
    await check(0, web)
    expect((await listResults()).slice(3)).toEqual([
      'vendor3 FAILED name does not resolve 1',
      'vendor4 FAILED name does not resolve 1',
      'vendor5 FAILED name does not resolve 1',
    ])
  })

  test('is not assumed for one vendor with many links', async () => {
    const web = await startWeb(answer(200), { unknown: ['gone.example'] })
    for (let i = 0; i < 4; i++) await makeDeal({ cta_url: web.url('gone.example', `/${i}`) })
    await check(0, web)
    expect(await listResults()).toEqual(Array(4).fill('gone FAILED name does not resolve 1'))
  })

  test('is not assumed for links that failed before', async () => {
    const { web, names, unknown } = await makeLinks(8)
    unknown.push(...names.slice(5))
    await check(0, web)
    // Only the three that failed are due again.
    await check(1, web)
    expect((await listResults()).slice(5)).toEqual([
      'vendor5 FAILED name does not resolve 2',
      'vendor6 FAILED name does not resolve 2',
      'vendor7 FAILED name does not resolve 2',
    ])
  })
})

describe('a broken link', () => {
  let status = 404
  let web: Awaited<ReturnType<typeof startWeb>>
  let id: string
  beforeEach(async () => {
    status = 404
    web = await startWeb((_request, response) => response.writeHead(status).end())
    const deal = await makeDeal({ cta_url: web.url('vendor.example') })
    id = deal.id
  })

  const details = async () => (await findAlert(id))?.details as BrokenLinkDetails | undefined

  test('is an alert after failures on three days', async () => {
    await check(0, web)
    await check(1, web)
    expect(await findAlert(id)).toBeUndefined()
    await check(2, web)
    expect(await findAlert(id)).toMatchObject({ kind: 'BROKEN_LINK' })
    expect(await details()).toEqual({
      url: web.url('vendor.example'),
      failedOn: [0, 1, 2].map(utcDay),
      reason: '404',
    })
    const queued = await db
      .selectFrom('moderation_items')
      .select(['kind', 'deal_id'])
      .where('status', '=', 'PENDING')
      .execute()
    expect(queued).toEqual([{ kind: 'broken_link', deal_id: id }])
  })

  test('fails once a day, however often it is visited', async () => {
    for (let visit = 0; visit < 4; visit++) {
      await sql`update link_checks set due_at = now()`.execute(db)
      await check(0, web)
    }
    expect((await findCheck(id)).failed_on).toEqual([utcDay(0)])
    expect(await findAlert(id)).toBeUndefined()
  })

  test('has an alert with the latest failure until it works', async () => {
    for (const day of [0, 1, 2]) await check(day, web)
    const before = await findAlert(id)
    status = 410
    await check(3, web)
    expect((await findAlert(id))?.id).toBe(before?.id)
    expect(await details()).toMatchObject({ failedOn: [0, 1, 2, 3].map(utcDay), reason: '410' })

    status = 503
    await check(4, web)
    expect(await details()).toMatchObject({ failedOn: [0, 1, 2, 3].map(utcDay), reason: '410' })

    status = 200
    await check(5, web)
    expect(await findAlert(id)).toBeUndefined()
    expect(await findCheck(id)).toMatchObject({ result: 'OK', failed_on: [] })
    expect(await db.selectFrom('moderation_items').select('id').where('status', '=', 'PENDING').execute()).toEqual([])
  })

  test('is counted from zero after it worked once', async () => {
    await check(0, web)
    await check(1, web)
    status = 200
    await check(2, web)
    status = 404
    for (const day of [9, 10]) await check(day, web)
    expect(await findAlert(id)).toBeUndefined()
    await check(11, web)
    expect(await details()).toMatchObject({ failedOn: [9, 10, 11].map(utcDay) })
  })

  test('is counted from zero when the deal gets another link, and its alerts are deleted', async () => {
    for (const day of [0, 1, 2]) await check(day, web)
    await unwatch()
    await db.updateTable('deals').set({ title: 'Another title' }).where('id', '=', id).execute()
    expect(await findAlert(id)).toBeDefined()

    await setLink(id, 'https://New.Example:443/x')
    expect(await findAlert(id)).toBeUndefined()
    expect(await findCheck(id)).toMatchObject({
      url: 'https://New.Example:443/x',
      host: 'new.example',
      result: null,
      reason: null,
      checked_at: null,
      failed_on: [],
      is_watched: false,
    })
  })

  test('is counted from zero after staff decided that the deal is still available', async () => {
    for (const day of [0, 1, 2]) await check(day, web)
    await db
      .updateTable('deal_alerts')
      .set({ status: 'REJECTED', moderated_at: morning(2) })
      .execute()
    for (const day of [3, 4]) await check(day, web)
    expect(await findAlert(id)).toBeUndefined()
    await check(5, web)
    expect(await details()).toMatchObject({ failedOn: [3, 4, 5].map(utcDay) })
  })

  test('has no alert any more when its deal has ended or is unpublished', async () => {
    for (const change of [{ published: false }, { status: 'EXPIRED' as const }, { end_date: '2026-02-01' }]) {
      await db.updateTable('deals').set({ published: true, status: 'ACTIVE', end_date: null }).execute()
      await makeDealAlert({ deal_id: id, kind: 'BROKEN_LINK' })
      await planLinkChecks()
      expect(await findAlert(id)).toBeDefined()
      await db.updateTable('deals').set(change).execute()
      await planLinkChecks()
      expect(await findAlert(id)).toBeUndefined()
    }
  })

  test('does not count when the deal got another link during the visit', async () => {
    const changing = await startWeb(async (_request, response) => {
      await setLink(id, 'https://other.example/')
      response.writeHead(404).end()
    })
    await setLink(id, changing.url('vendor.example'))
    await check(0, changing)
    expect(await findCheck(id)).toMatchObject({ url: 'https://other.example/', result: null, failed_on: [] })
  })
})

describe('the requests of a link check', () => {
  /** A web that counts the requests that are open at a time, to each host and in all. */
  async function startCountingWeb(respond: (host: string, request: IncomingMessage, response: ServerResponse) => void) {
    const open = new Map<string, number>()
    const most = { toOneHost: 0, inAll: 0 }
    const web = await startWeb((request, response) => {
      const host = request.headers.host!.replace(/:\d+$/, '')
      open.set(host, (open.get(host) ?? 0) + 1)
      most.toOneHost = Math.max(most.toOneHost, open.get(host)!)
      most.inAll = Math.max(
        most.inAll,
        [...open.values()].reduce((sum, count) => sum + count),
      )
      response.on('close', () => open.set(host, open.get(host)! - 1))
      respond(host, request, response)
    })
    return { ...web, most }
  }

  test('are one at a time to each host, redirect targets included', async () => {
    const web = await startCountingWeb((host, request, response) => {
      if (host.startsWith('short')) {
        return response.writeHead(302, { Location: web.url('shop.example', request.url) }).end()
      }
      setImmediate(() => response.end())
    })
    for (let link = 0; link < 20; link++) {
      await makeDeal({ cta_url: web.url('shop.example', `/${link}`) })
      await makeDeal({ cta_url: web.url(`short-${link % 4}.example`, `/${link}`) })
    }
    await check(0, web)
    expect(web.most).toMatchObject({ toOneHost: 1 })
    const { checked } = await db
      .selectFrom('link_checks')
      .select((eb) => eb.fn.countAll<number>().as('checked'))
      .where('result', '=', 'OK')
      .executeTakeFirstOrThrow()
    expect(checked).toBe(40)
  })

  test('are limited to 64 at a time', async () => {
    const open: ServerResponse[] = []
    const web = await startCountingWeb((_host, _request, response) => {
      open.push(response)
      if (open.length >= 64) for (const waiting of open) waiting.end()
    })
    const { category_id, platform_id } = await makeDeal({ published: false })
    for (let link = 0; link < 100; link++) {
      await makeDeal({ category_id, platform_id, cta_url: web.url(`vendor-${link}.example`) })
    }
    await check(0, web)
    expect(web.most).toEqual({ toOneHost: 1, inAll: 64 })
    expect(web.countConnections()).toBe(100)
  })
})

test('slow hosts get a limited number of lanes while other hosts wait, and all are visited in the end', async () => {
  const hosts = async function* () {
    for (let n = 0; n < 100; n++) yield `slow-${n}`
    for (let n = 0; n < 100; n++) yield `fine-${n}`
  }
  const fine = Promise.withResolvers<void>()
  const done: string[] = []
  const queue = new HostQueue(hosts(), 2)
  const work = async (host: string, isSlow: boolean) => {
    if (host.startsWith('slow') && !isSlow) return queue.putBack(host)
    if (isSlow) await fine.promise
    done.push(host)
    if (done.length === 100) fine.resolve()
  }
  await Promise.all(Array.from({ length: 3 }, () => queue.workOn(work)))
  expect(done).toHaveLength(200)
  expect(done.slice(0, 100).every((host) => host.startsWith('fine'))).toBe(true)
})

describe('an interrupted link check', () => {
  test('continues with the links that it has not visited', async () => {
    const visited: string[] = []
    const stop = new AbortController()
    const web = await startWeb((request, response) => {
      visited.push(request.url!)
      if (visited.length === 3) return stop.abort(new Error('The process ends'))
      response.end()
    })
    for (let link = 0; link < 6; link++) await makeDeal({ cta_url: web.url('vendor.example', `/${link}`) })
    await expect(check(0, web, { signal: stop.signal })).rejects.toThrow('The process ends')
    const saved = await db.selectFrom('link_checks').select('deal_id').where('result', 'is not', null).execute()
    expect(saved).toHaveLength(2)

    await check(0, web)
    expect(visited).toHaveLength(7)
    expect(new Set(visited).size).toBe(6)
  })

  test('continues after its process was killed', async () => {
    const visited: string[] = []
    const isHeld = Promise.withResolvers<void>()
    const web = await startWeb((request, response) => {
      visited.push(request.url!)
      if (visited.length === 3) isHeld.resolve()
      else response.end()
    })
    for (let link = 0; link < 6; link++) await makeDeal({ cta_url: web.url('vendor.example', `/${link}`) })
    await planLinkChecks()
    const program = `
      const { runLinkChecks } = await import('./app/features/staff/freshness/run-link-checks.server.ts')
      const network = { resolve: async () => ['127.0.0.1'], mayConnect: () => true }
      await runLinkChecks({ signal: new AbortController().signal, network })`
    const victim = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await isHeld.promise
    victim.kill('SIGKILL')
    await once(victim, 'exit')

    await check(0, web)
    expect(visited).toHaveLength(7)
    expect(new Set(visited).size).toBe(6)
  })

  test('ends with its error when a result cannot be saved', async () => {
    const web = await startWeb(answer(200))
    for (let link = 0; link < 3; link++) await makeDeal({ cta_url: web.url(`vendor-${link}.example`) })
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'Disk full'; end $$;
      create trigger refuse before update on link_checks for each row execute function refuse()`.execute(db)
    try {
      await expect(check(0, web)).rejects.toThrow('Disk full')
    } finally {
      await sql`drop trigger refuse on link_checks; drop function refuse`.execute(db)
    }
  })

  test('leaves the remaining links for the next day when its time is over', async () => {
    const web = await startWeb(answer(200))
    await makeDeal({ cta_url: web.url('vendor.example') })
    await check(0, web, { runMs: 0 })
    expect(web.countConnections()).toBe(0)
    await check(1, web)
    expect(web.countConnections()).toBe(1)
  })
})

test('a visited page is compared with its deal, unless staff stopped the page watch', async () => {
  const offer = { '@type': 'Offer', price: '59.00', priceCurrency: 'USD' }
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Quillstack', offers: offer }
  const web = await startWeb((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<script type="application/ld+json">${JSON.stringify(data)}</script>`)
  })
  const { id } = await makeDeal({ title: 'Quillstack', deal_price: '49.00', cta_url: web.url('vendor.example') })
  await check(0, web)
  expect((await findCheck(id)).found).toMatchObject({ price: '59.00', currency: 'USD' })

  await db.updateTable('link_checks').set({ found: null, found_since: null, is_watched: false }).execute()
  await check(7, web)
  expect(await findCheck(id)).toMatchObject({ result: 'OK', checked_at: morning(7), found: null })
})

describe('the setting LINK_CHECKS', () => {
  afterEach(() => {
    env.LINK_CHECKS = false
  })

  test('turns the link check off when it is 0', async () => {
    await makeDeal({ cta_url: 'http://127.0.0.1/' })
    const job = { abortSignal: new AbortController().signal }
    env.LINK_CHECKS = false
    await checkLinks({}, job)
    expect(await db.selectFrom('link_checks').selectAll().execute()).toEqual([])

    env.LINK_CHECKS = true
    await checkLinks({}, job)
    expect(await db.selectFrom('link_checks').select(['result', 'reason']).execute()).toEqual([
      { result: 'UNKNOWN', reason: 'refused address' },
    ])
  })
})
