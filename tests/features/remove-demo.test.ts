import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { markChecked } from '~/features/catalog/deals/checked.server'
import { deleteEmptyVendors } from '~/features/catalog/products/product-tasks.server'
import { DEMO_PEOPLE } from '~/features/site/demo/demo-content'
import { describeRemoval, findDemoContent, removeDemo } from '~/features/site/demo/remove-demo.server'
import { seedDemo } from '~/features/site/demo/seed-demo.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { importRows, makeRow } from '../csv-files'
import { makeAvailabilityReport, makeBookmark, makeDeal, makeProfile, makeReview } from '../factories'
import { makeStaff } from '../waiting-items'

const REQUIRED = ['title', 'vendor_name', 'category', 'platform', 'start_date', 'cta_url']
const TABLES = ['deals', 'products', 'vendors', 'categories', 'platforms', 'profiles', 'reviews', 'decisions'] as const

async function countRows() {
  const counts = await Promise.all(
    [...TABLES, 'change_logs', 'comments', 'purchases', 'deal_redirects', 'karma_events'].map(async (table) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
      return [table, rows[0]!.count]
    }),
  )
  return Object.fromEntries(counts)
}

const idOf = async (slug: string) =>
  (await db.selectFrom('deals').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id

test('removing the demo content leaves what was there before, and removing twice says that there is nothing', async () => {
  await makeDeal({ title: 'Our own' })
  await deleteEmptyVendors()
  const before = await countRows()
  await seedDemo()

  const { removed, staying } = await removeDemo(null)
  expect(removed).toMatchObject({ deals: 53, people: DEMO_PEOPLE.length })
  expect(staying).toEqual([])
  expect(await countRows()).toEqual(before)

  const again = await removeDemo(null)
  expect(describeRemoval(again)).toEqual(['There is no demo content to remove.'])
})

test('a deal of the same slug that staff entered is not demo content', async () => {
  const own = await makeDeal({ slug: 'quillstack', title: 'Quillstack' })
  await seedDemo()
  const { staying } = await removeDemo(null)
  expect(staying).toEqual([{ id: own.id, title: 'Quillstack', reason: 'it was edited' }])
  expect(await idOf('quillstack')).toBe(own.id)
})

test('deals that someone changed or that members use stay, and are named with the reason', async () => {
  await seedDemo()
  const edited = await idOf('moorline-crm')
  await sql`update deals set summary = 'Ours now', version = version + 1, updated_at = now() where id = ${edited}`.execute(
    db,
  )
  const [reviewed, saved, merged] = [await idOf('rankfield'), await idOf('watchpost'), await idOf('clipharbor')]
  await makeReview({ deal_id: reviewed })
  await makeBookmark({ deal_id: saved, user_id: (await makeProfile()).id })
  await db.insertInto('deal_redirects').values({ slug: 'clip-old', deal_id: merged, title: 'Clip' }).execute()
  await inTransaction(async (trx) => markChecked(trx, await makeStaff(), await idOf('gridmarten')))
  await makeAvailabilityReport({ deal_id: await idOf('brightloom') })
  const admin = await makeStaff('ADMIN')
  await mergeRecords(admin, 'deal', await idOf('kestrel-invoices'), (await makeDeal({ title: 'Kestrel' })).id)
  await mergeRecords(admin, 'deal', (await makeDeal({ title: 'Calbrook now' })).id, await idOf('calbrook'))
  const over = makeRow({
    slug: 'countglass',
    title: 'Countglass',
    vendor_name: 'Quay & Sparrow',
    category: 'productivity',
  })
  expect(await importRows([over], {}, ['slug', ...REQUIRED])).toMatchObject({ updated: 1, errors: [] })

  const { counts } = await findDemoContent()
  const { removed, staying } = await removeDemo((await makeProfile({ role: 'ADMIN' })).id)
  expect(removed).toMatchObject(counts)
  expect(removed.deals).toBe(44)
  expect(staying.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
    'Brightloom: a member reported on its availability',
    'Calbrook: it was renamed or merged',
    'Clipharbor: it was renamed or merged',
    'Countglass: it was edited',
    'Gridmarten: it was edited',
    'Kestrel: it was renamed or merged',
    'Moorline CRM: it was edited',
    'Rankfield: a member reviewed it',
    'Watchpost: a member saved it',
  ])
  // What demo people wrote about these deals stays, with their names, and so do their categories and platforms.
  const { reviews, profiles, categories, platforms } = await countRows()
  expect(reviews).toBeGreaterThan(1)
  expect(profiles).toBeGreaterThan(2)
  expect(categories).toBeGreaterThan(0)
  expect(platforms).toBeGreaterThan(0)
  const audit = await db.selectFrom('audit_log').select('detail').where('action', '=', 'demo.removed').execute()
  expect(audit).toHaveLength(1)
  expect(audit[0]!.detail).toMatchObject({ deals: 44 })

  const again = await removeDemo(null)
  expect(again.removed.deals).toBe(0)
  expect(again.staying).toEqual(staying)
})
