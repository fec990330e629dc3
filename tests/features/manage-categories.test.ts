import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findSeoRow, listSeoRows, removeSeoRow, saveSeoRow } from '~/features/audience/seo/manage-seo.server'
import { parseSeoSearch } from '~/features/audience/seo/seo'
import { seoForm } from '~/features/audience/seo/seo-form.server'
import { findMovedCategory } from '~/features/catalog/categories/categories.server'
import {
  findManagedCategory,
  listManagedCategories,
  listPossibleParents,
  removeCategory,
  saveCategory,
} from '~/features/catalog/categories/manage-categories.server'
import {
  findManagedPlatform,
  platformForm,
  removePlatform,
  savePlatform,
} from '~/features/catalog/platforms/manage-platforms.server'
import { findMovedPlatform } from '~/features/catalog/platforms/platforms.server'
import { makeCategory, makeDeal, makePlatform, makeProfile } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'

const blank = { slug: null, description: null, parent_slug: null }
const staff = async () => (await makeProfile({ role: 'MANAGER' })).id
const versionOf = async (id: string) => (await findManagedCategory(id))!.version
const idOf = (saved: unknown) => (saved as { id: string }).id
const actions = async () =>
  (await db.selectFrom('audit_log').select('action').orderBy('id').execute()).map((e) => e.action)

describe('managing categories', () => {
  test('categories are created, renamed and deleted with audit entries, and old slugs redirect', async () => {
    const actor = await staff()
    const id = idOf(await saveCategory(actor, undefined, { ...blank, name: 'Café & Design' }, ''))
    const stored = (await findManagedCategory(id))!
    expect(stored).toMatchObject({ name: 'Café & Design', slug: 'cafe-design', parent_slug: null, dependents: [] })

    await saveCategory(actor, id, { ...blank, name: 'Design', slug: 'design' }, stored.version)
    expect(await findMovedCategory('cafe-design')).toEqual({ slug: 'design' })
    const entry = await db.selectFrom('audit_log').select('detail').orderBy('id', 'desc').executeTakeFirst()
    expect(entry!.detail).toEqual({ name: 'Café & Design → Design', slug: 'cafe-design → design' })
    expect(await removeCategory(actor, id)).toBe('removed')
    expect(await removeCategory(actor, id)).toBe('missing')
    expect(await actions()).toEqual(['category.created', 'category.updated', 'category.deleted'])
  })

  test('a taken category name or slug is reported at its field, regardless of case', async () => {
    const actor = await staff()
    await makeCategory({ name: 'Design', slug: 'design' })
    expect(await saveCategory(actor, undefined, { ...blank, name: 'DESIGN', slug: 'other' }, '')).toMatchObject({
      fieldErrors: { name: [expect.any(String)] },
    })
    expect(await saveCategory(actor, undefined, { ...blank, name: 'Other', slug: 'design' }, '')).toMatchObject({
      fieldErrors: { slug: [expect.any(String)] },
    })
  })

  test('categories have at most two levels', async () => {
    const actor = await staff()
    const top = await makeCategory({ slug: 'top' })
    const child = await makeCategory({ slug: 'child', parent_id: top.id })
    const other = await makeCategory({ slug: 'other' })
    const move = async ({ id, name, slug }: typeof top, parent_slug: string) =>
      saveCategory(actor, id, { ...blank, name, slug, parent_slug }, await versionOf(id))
    const refused = { fieldErrors: { parent_slug: [expect.any(String)] } }
    expect(await move(other, 'child')).toMatchObject(refused)
    expect(await move(top, 'other')).toMatchObject(refused)
    expect(await move(other, 'other')).toMatchObject(refused)
    expect(await move(other, 'gone')).toMatchObject(refused)
    expect(await move(child, 'other')).toEqual({ id: child.id })
    expect((await listPossibleParents(top.id)).map(({ slug }) => slug)).toEqual(['other'])
  })

  test('two categories moved below each other concurrently do not form a cycle', async () => {
    const actor = await staff()
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const [a, b] = [await makeCategory(), await makeCategory()]
      const [versionA, versionB] = [await versionOf(a.id), await versionOf(b.id)]
      const outcomes = await Promise.all([
        saveCategory(actor, a.id, { ...blank, name: a.name, slug: a.slug, parent_slug: b.slug }, versionA),
        saveCategory(actor, b.id, { ...blank, name: b.name, slug: b.slug, parent_slug: a.slug }, versionB),
      ])
      expect(outcomes.filter((outcome) => outcome && 'id' in outcome)).toHaveLength(1)
    }
    expect(await listManagedCategories()).toHaveLength(2 * RACE_ROUNDS)
  })

  test('the second of two concurrent saves of a category is told what changed', async () => {
    const actor = await staff()
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, slug } = await makeCategory()
      const version = await versionOf(id)
      const names = [`Left ${round}`, `Right ${round}`]
      const outcomes = await Promise.all(
        names.map((name) => saveCategory(actor, id, { ...blank, name, slug }, version)),
      )
      const told = outcomes.find((outcome) => outcome && 'status' in outcome)
      const stored = (await findManagedCategory(id))!
      expect(told).toMatchObject({ status: 409, formErrors: [expect.stringContaining(`name is “${stored.name}”`)] })
    }
  })

  test('a category with deals or subcategories cannot be deleted, even if they are added concurrently', async () => {
    const actor = await staff()
    const top = await makeCategory()
    await makeCategory({ parent_id: top.id })
    await makeDeal({ category_id: top.id, published: false })
    expect(await removeCategory(actor, top.id)).toEqual({ dependents: '1 deal and 1 subcategory belong here' })
    expect((await findManagedCategory(top.id))!.dependents).toEqual([
      { count: 1, label: '1 deal', to: `/admin/deals?category=${top.slug}` },
      { count: 1, label: '1 subcategory', to: '/admin/categories' },
    ])

    const platform_id = (await makePlatform()).id
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id } = await makeCategory()
      const [removed, filed] = await Promise.allSettled([
        removeCategory(actor, id),
        makeDeal({ category_id: id, platform_id }),
      ])
      const isGone = removed.status === 'fulfilled' && removed.value === 'removed'
      expect(filed.status).toBe(isGone ? 'rejected' : 'fulfilled')
    }
  })
})

const RULES = { refund_days: 60, refund_from: 'PURCHASE', buyer_protection: 'Full refund if never activated' } as const

describe('managing platforms', () => {
  test('platforms are created, renamed and deleted unless they have deals', async () => {
    const actor = await staff()
    const form = { name: '東京', slug: null, website_url: 'https://shop.example/', ...RULES }
    const id = idOf(await savePlatform(actor, undefined, form, ''))
    const stored = (await findManagedPlatform(id))!
    expect(stored.slug).toMatch(/^platform-\w+$/)
    expect(stored).toMatchObject(RULES)
    await savePlatform(actor, id, { ...form, slug: 'tokyo' }, stored.version)
    expect(await findMovedPlatform(stored.slug)).toEqual({ slug: 'tokyo' })
    expect(await savePlatform(actor, undefined, { ...form, slug: 'tokyo', name: 'Tokyo' }, '')).toMatchObject({
      fieldErrors: { slug: [expect.any(String)] },
    })

    const deal = await makeDeal({ platform_id: id })
    expect(await removePlatform(actor, id)).toEqual({ dependents: '1 deal belongs here' })
    await db.deleteFrom('deals').where('id', '=', deal.id).execute()
    expect(await removePlatform(actor, id)).toBe('removed')
    expect(await savePlatform(actor, id, form, stored.version)).toBeUndefined()
  })

  test('a platform with a link program cannot be deleted, and the reason names the program', async () => {
    const { id } = await makePlatform()
    const program = { name: 'DealMint partners', platform_id: id, template: '?ref=me' }
    await db.insertInto('link_programs').values(program).execute()
    const reason = 'the program “DealMint partners” (admins change it under Links)'
    expect(await removePlatform(await staff(), id)).toEqual({ dependents: `${reason} belongs here` })
    expect((await findManagedPlatform(id))!.dependents).toEqual([{ count: 1, label: reason }])
    await expect(db.deleteFrom('platforms').where('id', '=', id).execute()).rejects.toMatchObject({ code: '23001' })
  })

  test('the form of a platform takes its rules as numbers and rejects what they cannot be', () => {
    const sent = { name: 'Stackyard', refund_days: '60', refund_from: 'purchase' }
    expect(platformForm.parse(sent)).toMatchObject({ refund_days: 60, refund_from: 'PURCHASE', buyer_protection: null })
    const { error } = platformForm.safeParse({ ...sent, refund_days: '-1' })
    expect(error?.issues.map(({ message }) => message)).toEqual(['Refund days must be a whole number from 0 to 3650.'])
  })
})

describe('managing SEO entries', () => {
  const words = { meta_title: 'Bought once', entity_type: 'DEAL' }

  test('an SEO entry is saved once per deal, by slug or URL', async () => {
    const actor = await staff()
    const deal = await makeDeal({ slug: 'quillstack' })
    const form = seoForm.parse({ ...words, entity: 'https://elsewhere.example/deals/quillstack/' })
    const id = idOf(await saveSeoRow(actor, undefined, form, ''))
    const rows = await db.selectFrom('seo_metadata').select(['entity_id', 'meta_title']).execute()
    expect(rows).toEqual([{ entity_id: deal.id, meta_title: 'Bought once' }])
    expect(await findSeoRow(id)).toMatchObject({ entity_type: 'DEAL', entity: 'quillstack' })
    expect((await listSeoRows(parseSeoSearch(new URLSearchParams('entity=quillstack')))).count).toBe(1)
    expect((await listSeoRows(parseSeoSearch(new URLSearchParams('type=PAGE')))).count).toBe(0)

    expect(await saveSeoRow(actor, undefined, form, '')).toMatchObject({
      fieldErrors: { entity: [expect.any(String)] },
    })
    expect(await saveSeoRow(actor, undefined, { ...form, entity: 'no-such-deal' }, '')).toMatchObject({
      fieldErrors: { entity: ['There is no deal with this slug.'] },
    })
    expect(await removeSeoRow(actor, id)).toBe('removed')
    expect(await actions()).toEqual(['seo.created', 'seo.deleted'])
  })

  test('an SEO entry for a page needs a path and at least one text', () => {
    expect(seoForm.parse({ ...words, entity_type: 'PAGE', entity: 'about' }).entity).toBe('/about')
    expect(seoForm.parse({ ...words, entity_type: 'PAGE', entity: 'https://site.example/' }).entity).toBe('/')
    expect(seoForm.safeParse({ entity_type: 'PAGE', entity: '/about' }).success).toBe(false)
    expect(seoForm.safeParse({ ...words, entity: 'a b' }).success).toBe(false)
    expect(seoForm.safeParse({ ...words, entity: 'a', og_image_url: 'javascript:alert(1)' }).success).toBe(false)
  })

  test('an SEO entry is deleted with its category', async () => {
    const actor = await staff()
    const { id } = await makeCategory({ slug: 'design' })
    await saveSeoRow(actor, undefined, seoForm.parse({ ...words, entity_type: 'CATEGORY', entity: 'design' }), '')
    await removeCategory(actor, id)
    expect(await db.selectFrom('seo_metadata').select('id').execute()).toEqual([])
  })
})
