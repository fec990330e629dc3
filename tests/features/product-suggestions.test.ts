import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { decideDifferent, listSuggestions, listSuggestionsOf } from '~/features/catalog/products/suggestions.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { makeDeal, makeProfile } from '../factories'
import { makeStaff } from '../waiting-items'

const manager = async () => (await makeProfile({ role: 'MANAGER' })).id

/** An offer with the keys of its title, vendor and link. */
function makeOffer(title: string, vendor_name: string, cta_url: string) {
  const named = { title, vendor_name, cta_url }
  return makeDeal({ ...named, ...productKeys(named) })
}

const inOrder = (...ids: string[]) => ids.sort().join(' ')
async function suggested() {
  const { suggestions } = await listSuggestions({ limit: 20 })
  return suggestions.map(({ keep, other, why }) => [inOrder(keep.id, other.id), why])
}

test('suggestions begin with the same name and site, then the most alike, and keep the product with more offers', async () => {
  const small = await makeOffer('Quillstack Notes Pro', 'Vellum', 'https://vellum.example/pro')
  const large = await makeOffer('Quillstack Notes', 'Vellum', 'https://quillstack.example/')
  await makeDeal({ title: 'Quillstack Notes', vendor_name: 'Vellum', product_id: large.product_id })
  const linked = await makeOffer('Quillstack Notes 2', 'Plotwise', 'https://www.quillstack.example/buy?ref=x')
  const named = await makeOffer('Quillstack Notes', 'Halden', 'https://apps.apple.com/app/id1000001')
  const [io, com] = [
    await makeOffer('Proxyman', 'One', 'https://proxyman.io/'),
    await makeOffer('Proxyman', 'Two', 'https://proxyman.com/'),
  ]
  await makeOffer('Inkwell', 'Vellum', 'https://vellum.example/inkwell')

  const { count, suggestions } = await listSuggestions({ limit: 10 })
  expect(await suggested()).toEqual([
    [inOrder(io.product_id, com.product_id), 'same name and site'],
    [inOrder(named.product_id, large.product_id), 'same name'],
    [inOrder(linked.product_id, large.product_id), 'same link'],
    [inOrder(small.product_id, large.product_id), 'same vendor'],
  ])
  expect(count).toBe(4)
  expect(suggestions[3]).toMatchObject({
    keep: { name: 'Quillstack Notes', vendor: 'Vellum', offers: 2, reviews: 0 },
    other: { name: 'Quillstack Notes Pro', offers: 1 },
  })
  expect(suggestions.every(({ similarity }) => similarity >= 0.6)).toBe(true)
  expect((await listSuggestions({ limit: 1, offset: 1 })).suggestions).toEqual([suggestions[1]])
  expect(await listSuggestionsOf(linked.product_id)).toEqual([suggestions[2]])
  expect(await listSuggestionsOf(large.product_id)).toEqual(suggestions.slice(1))
})

test('titles below a similarity of 0.6 and titles without letters are not suggested', async () => {
  const offers = [
    await makeOffer('Quillstack Notes', 'Northpane', 'https://quillstack.example/'),
    await makeOffer('Quillstack Novels', 'Northpane', 'https://northpane.example/'),
  ]
  for (let n = 0; n < 2; n++) await makeDeal({ title_key: '' })
  const { rows } = await sql<{ likeness: number }>`
    select similarity(${offers[0]!.title_key}, ${offers[1]!.title_key}) as likeness`.execute(db)
  expect(rows[0]!.likeness).toBeGreaterThan(0.5)
  expect(rows[0]!.likeness).toBeLessThan(0.6)
  expect(await listSuggestions({ limit: 10 })).toEqual({ count: 0, suggestions: [] })
})

test('offers of a vendor with more than 200 are compared by equal titles only', async () => {
  const first = await makeOffer('Icons 1', 'Vellum', 'https://vellum.example/')
  const second = await makeOffer('Icons 1 Pro', 'Vellum', 'https://plotwise.example/')
  expect(await suggested()).toHaveLength(1)
  await sql`
    insert into deals (title, slug, vendor_name, vendor_key, vendor_id, product_id, is_current, title_key, category_id,
      platform_id, cta_url, start_date)
    select title || n, slug || n, vendor_name, vendor_key, vendor_id, product_id, false, title_key || n, category_id,
      platform_id, cta_url, start_date
    from deals, generate_series(1, 199) as n where id = ${first.id}`.execute(db)
  expect(await suggested()).toEqual([])
  await db.updateTable('deals').set({ title_key: 'icons 1' }).where('id', '=', second.id).execute()
  expect(await suggested()).toHaveLength(1)
})

test('two products that are not the same are not suggested again, with one entry in the audit log', async () => {
  const one = await makeOffer('Murmurist', 'Vellum', 'https://murmurist.example/')
  const other = await makeOffer('Murmurist 2', 'Vellum', 'https://murmurist.example/')
  const actor = await manager()
  expect(await suggested()).toHaveLength(1)
  const decided = await Promise.all([
    decideDifferent(actor, one.product_id, other.product_id),
    decideDifferent(actor, other.product_id, one.product_id),
  ])
  expect(decided.filter(Boolean)).toHaveLength(1)
  expect(await suggested()).toEqual([])
  expect(await listSuggestionsOf(one.product_id)).toEqual([])
  await makeOffer('Murmurist', 'Halden', 'https://halden.example/')
  expect(await suggested()).toHaveLength(1)

  const difference = await db.selectFrom('product_differences').selectAll().executeTakeFirstOrThrow()
  expect(difference).toMatchObject({ decided_by: actor, decided_at: expect.any(Date) })
  const entries = await db.selectFrom('audit_log').select(['action', 'entity_id']).execute()
  expect(entries).toEqual([{ action: 'product.distinguished', entity_id: difference.product_id }])
})

test('a decision about a product that does not exist, or about one product, changes nothing', async () => {
  const [one, other] = [await makeDeal(), await makeDeal()]
  await db.deleteFrom('deals').where('id', '=', other.id).execute()
  for (const id of [other.product_id, one.product_id]) {
    expect(await decideDifferent(await manager(), one.product_id, id)).toBeUndefined()
  }
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([])
})

test('decisions move with a merged product, and the one about the two themselves is deleted', async () => {
  const [from, into, third, fourth] = (await Promise.all(Array.from({ length: 4 }, () => makeDeal()))).map(
    ({ product_id }) => product_id,
  ) as [string, string, string, string]
  const [earlier, later] = [await manager(), await manager()]
  await decideDifferent(earlier, from, into)
  await decideDifferent(earlier, from, third)
  await decideDifferent(later, third, into)
  await decideDifferent(earlier, from, fourth)
  await mergeRecords(await makeStaff('ADMIN'), 'product', from, into)
  const differences = await db.selectFrom('product_differences').selectAll().execute()
  const found = differences.map(({ product_id, other_id, decided_by }) => [inOrder(product_id, other_id), decided_by])
  expect(found.sort()).toEqual(
    [
      [inOrder(into, third), later],
      [inOrder(into, fourth), earlier],
    ].sort(),
  )
})
