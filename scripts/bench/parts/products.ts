import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

/** Minutes for a million deals. */
const JOINING_GOAL = 10
/** Minutes for a million deals: the first refresh after a start, and each one after midnight UTC. */
const REFRESH_GOAL = 5
const COMPARED = 5_000
/** New products per second, each with hundreds of products of its vendor. */
const COMPARING_GOAL = 50
const TIMEOUT_MS = 3_600_000

/** The job that looks after products: after the migration that introduced them, at midnight, and after an import. */
export async function measureProducts(databaseUrl: string, deals: number): Promise<Measurement[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await forgetProducts(client)
  await client.end()
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', import.meta.filename, String(deals)], {
    env: { ...process.env, ...SERVER_ENV, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('Measuring products failed, see above.')
  return JSON.parse(stdout)
}

/** As the migration leaves stored deals: without keys, each with a product of its own. Vendors have sites of their own. */
async function forgetProducts(client: pg.Client) {
  console.log('Giving every deal a product of its own ...')
  await client.query(`
    set session_replication_role = replica;
    update deals set title = products.name, vendor_name = vendors.name, vendor_id = vendors.id
      from products join vendors on vendors.id = products.vendor_id
      where products.id = deals.product_id and deals.title <> products.name;
    insert into products (id, name, slug, vendor_id, created_at)
      select id, title, slug, vendor_id, created_at from deals where not is_current and product_id in (
        select product_id from deals group by product_id having count(*) > 1);
    update deals set title_key = '', vendor_key = '', link_key = null, is_current = published,
      cta_url = 'https://' || lower(vendor_name) || '.example/' || slug,
      product_id = coalesce((select products.id from products where products.id = deals.id), product_id);
    update products set compared_at = now();
    set session_replication_role = origin`)
  await client.query('vacuum analyze deals')
  await client.query('vacuum analyze products')
}

async function measure(deals: number): Promise<Measurement[]> {
  const { db } = await import('~/db/database.server')
  const { joinDeals } = await import('~/features/products/join-deals.server')
  const { refreshOffers } = await import('~/features/products/refresh-offers.server')
  const { compareProducts } = await import('~/features/products/compare-products.server')
  const share = deals / 1_000_000

  const before = await count()
  const joining = await minutesOf(async () => assert.equal(await joinDeals(), deals))
  const after = await count()
  assert(after < before)
  const refreshing = await minutesOf(() => refreshOffers())
  await db
    .updateTable('products')
    .set({ compared_at: null })
    .where('id', 'in', (eb) => eb.selectFrom('products').select('id').orderBy('id').limit(COMPARED))
    .execute()
  const comparing = await minutesOf(() => compareProducts({ seconds: Number.POSITIVE_INFINITY }))
  const perSecond = Math.min(COMPARED, after) / comparing / 60
  await db.destroy()
  return [
    judge(`joining ${deals} stored deals without keys to ${after} products`, joining, JOINING_GOAL * share),
    judge(`marking the current offers of ${deals} deals`, refreshing, REFRESH_GOAL * share),
    {
      what: `comparing ${COMPARED} of ${after} products`,
      ours: `${perSecond.toFixed(0)} products/s`,
      goal: `>= ${COMPARING_GOAL}`,
      isMet: perSecond >= COMPARING_GOAL,
    },
  ]

  async function count() {
    const { n } = await db
      .selectFrom('products')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }
}

function judge(what: string, minutes: number, goal: number): Measurement {
  return { what, ours: `${minutes.toFixed(2)} min`, goal: `<= ${goal.toFixed(2)} min`, isMet: minutes <= goal }
}

async function minutesOf(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 60_000
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await measure(Number(process.argv[2]))))
