import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { loader as categoryPage } from '~/routes/categories.$slug'
import { action } from '~/routes/follow.$kind.$slug'
import { loader as vendorPage } from '~/routes/vendors.$slug'
import { makeCategory, makeDeal, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { answer, requestAs, toastOf } from '../requests'

type Person = { id: string } | null

async function send(person: Person, path: string, form: Record<string, string>) {
  const [kind, slug] = path.split('/')
  const request = await requestAs(person, `/follow/${path}`, form)
  // As a page without scripts sends it.
  request.headers.set('Accept', 'text/html')
  return (await answer(action({ request, params: { kind, slug }, context: {} }))) as Response
}

const listFollows = () => db.selectFrom('follows').select(['user_id', 'vendor_id', 'category_id']).execute()

/** A deal with the slugs of its vendor and category. */
async function makeOffer() {
  const category = await makeCategory()
  const deal = await makeDeal({ category_id: category.id })
  const vendor = await db.selectFrom('vendors').selectAll().where('id', '=', deal.vendor_id!).executeTakeFirstOrThrow()
  return { deal, category, vendor }
}

test('members follow and unfollow vendors and categories, each once', async () => {
  const [{ category, vendor }, member] = await Promise.all([makeOffer(), makeProfile()])
  const paths = [`vendor/${vendor.slug}`, `category/${category.slug}`]
  for (const path of [...paths, ...paths]) {
    const response = await send(member, path, { intent: 'follow', returnTo: '/vendors/x?page=2' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/vendors/x?page=2'])
  }
  const none = { user_id: member.id, vendor_id: null, category_id: null }
  const followed = await listFollows()
  expect(followed).toHaveLength(2)
  expect(followed).toEqual(
    expect.arrayContaining([
      { ...none, vendor_id: vendor.id },
      { ...none, category_id: category.id },
    ]),
  )
  for (const path of [...paths, ...paths]) {
    expect(toastOf(await send(member, path, { intent: 'unfollow' }))).toMatchObject({ tone: 'success' })
  }
  expect(await listFollows()).toEqual([])
})

test('parallel clicks on Follow add one follow', async () => {
  const [{ vendor }, member] = await Promise.all([makeOffer(), makeProfile()])
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const answers = await Promise.all([1, 2, 3].map(() => send(member, `vendor/${vendor.slug}`, { intent: 'follow' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await listFollows()).toHaveLength(1)
    await send(member, `vendor/${vendor.slug}`, { intent: 'unfollow' })
  }
})

test('a former address of a vendor or category still follows it', async () => {
  const [{ category, vendor }, member] = await Promise.all([makeOffer(), makeProfile()])
  await db
    .updateTable('vendors')
    .set({ slug: `${vendor.slug}-renamed` })
    .where('id', '=', vendor.id)
    .execute()
  await db
    .updateTable('categories')
    .set({ slug: `${category.slug}-renamed` })
    .where('id', '=', category.id)
    .execute()
  await send(member, `vendor/${vendor.slug}`, { intent: 'follow' })
  await send(member, `category/${category.slug}`, { intent: 'follow' })
  expect(await listFollows()).toMatchObject([{ vendor_id: vendor.id }, { category_id: category.id }])
})

test('visitors who follow sign in and return to the page', async () => {
  const { vendor } = await makeOffer()
  const path = `/vendors/${vendor.slug}`
  const response = await send(null, `vendor/${vendor.slug}`, { intent: 'follow', returnTo: path })
  expect(response.headers.get('Location')).toBe(`/auth?redirectTo=${encodeURIComponent(path)}`)
  expect(toastOf(response)).toMatchObject({ text: 'Please sign in to follow offers and changes' })
})

test('suspended members cannot follow', async () => {
  const [{ vendor }, suspended] = await Promise.all([makeOffer(), makeProfile({ status: 'SUSPENDED' })])
  expect((await send(suspended, `vendor/${vendor.slug}`, { intent: 'follow' })).status).toBe(403)
  expect(await listFollows()).toEqual([])
})

test('what visitors cannot see and unknown kinds cannot be followed', async () => {
  const member = await makeProfile()
  const { product_id } = await makeDeal({ published: false, vendor_name: 'Fenwright' })
  await makeDeal({ product_id })
  const product = await db.selectFrom('products').select('slug').where('id', '=', product_id).executeTakeFirstOrThrow()
  for (const path of [`product/${product.slug}`, 'vendor/fenwright', 'category/none', 'platform/stackyard']) {
    expect((await send(member, path, { intent: 'follow' })).status).toBe(404)
  }
  expect(await listFollows()).toEqual([])
})

test('the pages of a vendor and category show members whether they follow it', async () => {
  const [{ category, vendor }, member] = await Promise.all([makeOffer(), makeProfile()])
  await send(member, `vendor/${vendor.slug}`, { intent: 'follow' })
  await send(member, `category/${category.slug}`, { intent: 'follow' })
  const seenBy = async (person: Person) => {
    const request = await requestAs(person, '/')
    const open = (slug: string) => ({ request, params: { slug }, context: {} })
    const [onVendor, onCategory] = await Promise.all([vendorPage(open(vendor.slug)), categoryPage(open(category.slug))])
    return [onVendor.isFollowed, onCategory.isFollowed]
  }
  expect(await seenBy(member)).toEqual([true, true])
  expect(await seenBy(await makeProfile())).toEqual([false, false])
  expect(await seenBy(null)).toEqual([undefined, undefined])
})
