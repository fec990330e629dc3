import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { ScratchServer } from '../../database/scratch-database'
import { startVendors } from '../load/vendors'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

const HOSTS = 1_000
/** Links to hosts that all answer at once, for comparison. */
const CALM_LINKS = 5_000
/** As little as lets a busy machine answer in time. The site waits twenty times as long. */
const TIMEOUT_MS = 500
const SLOW_MS = 100

type Result = {
  calmPerSecond: number
  finePerSecond: number
  planMs: number
  seconds: number
  /** Links by the digit that makes a host dead (0), slow (1) or fine, and by result. */
  results: { digit: number; result: string; links: number }[]
  /** After a tenth of the links, and the most after that. */
  rss: { early: number; most: number }
}

/** Checks links to 1,000 hosts, of which a tenth is slow and a tenth dead. */
export async function measureFreshness(server: ScratchServer, links: number): Promise<Measurement[]> {
  console.log(`Checking ${links} links to ${HOSTS} hosts ...`)
  const url = await server.createMigrated('bench_freshness')
  const vendors = await startVendors()
  try {
    const result = await checkInProcess(url, vendors.port, links)
    const { calmPerSecond, finePerSecond, planMs, seconds, rss } = result
    const count = (isMatch: (row: Result['results'][number]) => boolean) =>
      result.results.filter(isMatch).reduce((sum, row) => sum + row.links, 0)
    const checked = count(({ result }) => result !== null)
    const misjudged = count(({ digit, result }) => (digit === 0 ? 'FAILED' : 'OK') !== result)
    return [
      {
        what: `${links} link checks, a tenth of the hosts slow and a tenth dead: requests at a time, to one host and in all`,
        ours: `${vendors.most.toOneHost} and ${vendors.most.inAll}`,
        goal: '1 and <= 64',
        isMet: vendors.most.toOneHost === 1 && vendors.most.inAll <= 64,
      },
      {
        what: 'the same: links to the other hosts, against a run without slow and dead ones',
        ours: `${finePerSecond.toFixed(0)}/s`,
        floor: `${calmPerSecond.toFixed(0)}/s`,
        ratio: finePerSecond / calmPerSecond,
        goal: '0.5',
        isMet: finePerSecond >= calmPerSecond / 2,
      },
      {
        what: 'the same: planning; all checks; checked; misjudged on this machine',
        ours: `${planMs.toFixed(0)} ms; ${(checked / seconds).toFixed(0)}/s; ${checked}; ${misjudged}`,
        goal: 'every link checked',
        isMet: checked === links,
      },
      {
        what: 'the same: memory after a tenth, growth after that',
        ours: `${rss.early.toFixed(0)} MB, ${(rss.most - rss.early).toFixed(0)} MB`,
        goal: '+50 MB',
        isMet: rss.most - rss.early <= 50,
      },
    ]
  } finally {
    vendors.stop()
  }
}

/** In a process of its own, so that the memory of the vendors' server does not count. */
async function checkInProcess(url: string, port: number, links: number): Promise<Result> {
  const child = spawn(process.execPath, ['--import', 'tsx', import.meta.filename, String(port), String(links)], {
    env: { ...process.env, ...SERVER_ENV, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout))
}

async function checkAll(port: number, links: number): Promise<Result> {
  const { db } = await import('~/db/database.server')
  const { sql } = await import('kysely')
  const { planLinkChecks } = await import('~/features/freshness/plan-link-checks.server')
  const { runLinkChecks } = await import('~/features/freshness/run-link-checks.server')

  const addDeals = (prefix: string, count: number) => sql`
    with category as (insert into categories (name, slug) values (${prefix}, ${prefix}) returning id),
      platform as (insert into platforms (name, slug) values (${prefix}, ${prefix}) returning id),
      vendor as (insert into vendors (name, slug) values (${prefix}, ${prefix}) returning id),
      numbers as (select n, md5(${prefix} || n)::uuid as product_id from generate_series(1, ${count}::int) n),
      made as (
        insert into products (id, name, slug, vendor_id)
        select product_id, 'Product ' || n, ${prefix} || '-' || n, vendor.id from numbers, vendor
      )
    insert into deals (title, slug, vendor_name, category_id, platform_id, start_date, cta_url, published, vendor_id,
      product_id, is_current, title_key)
    select 'Deal ' || n, ${prefix} || '-' || n, 'Northpane', category.id, platform.id, '2026-01-01',
      'http://' || ${prefix} || '-' || n % ${HOSTS} || '.example:' || ${port}::text || '/' || n, true, vendor.id,
      product_id, true, ${prefix} || n
    from numbers, category, platform, vendor`
  const fill = (prefix: string, count: number) =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Without one trigger call per row.
      await sql`set local session_replication_role = replica`.execute(trx)
      await addDeals(prefix, count).execute(trx)
    })
  const run = async () => {
    const begun = performance.now()
    await runLinkChecks({
      signal: new AbortController().signal,
      network: { resolve: async () => ['127.0.0.1'], mayConnect: (_address, to) => to === port },
      timeoutMs: TIMEOUT_MS,
      slowMs: SLOW_MS,
    })
    return (performance.now() - begun) / 1_000
  }

  await fill('calm', CALM_LINKS)
  await planLinkChecks()
  const calmPerSecond = CALM_LINKS / (await run())

  await fill('host', links)
  const planned = performance.now()
  await planLinkChecks()
  const planMs = performance.now() - planned
  await sql`analyze deals; analyze link_checks`.execute(db)
  const startedAt = new Date()
  const memory = watchMemory()
  const seconds = await run()
  const { rows: results } = await sql<Result['results'][number]>`
    select substring(host, '(\\d)\\.')::int as digit, result, count(*) as links from link_checks
    where host like 'host-%' group by 1, 2`.execute(db)
  const { rows } = await sql<{ links: number; seconds: number }>`
    select count(*) as links, extract(epoch from max(checked_at) - ${startedAt})::float as seconds from link_checks
    where host ~ '^host-\\d*[2-9]\\.'`.execute(db)
  await db.destroy()
  return {
    calmPerSecond,
    finePerSecond: rows[0]!.links / rows[0]!.seconds,
    planMs,
    seconds,
    results,
    rss: memory.stop(),
  }
}

/** In MB, every second. */
function watchMemory() {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage.rss() / 1e6), 1_000)
  return {
    stop() {
      clearInterval(timer)
      const early = Math.ceil(samples.length / 10)
      return { early: Math.max(...samples.slice(0, early)), most: Math.max(...samples.slice(early)) }
    },
  }
}

if (import.meta.filename === process.argv[1]) {
  const [port, links] = process.argv.slice(2).map(Number)
  console.log(JSON.stringify(await checkAll(port!, links!)))
}
