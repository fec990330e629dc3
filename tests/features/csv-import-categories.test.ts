import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { importCategories, importPlatforms } from '~/features/staff/csv-import/import-taxonomies.server'
import { withFile } from '../csv-files'

async function importPlaces(kind: typeof importCategories, csv: string) {
  const errors: string[] = []
  const summary = await withFile(csv, (file) =>
    kind(file, (found) => errors.push(...found.errors.map((one) => `${found.row} ${one.column}: ${one.message}`))),
  )
  return { ...summary, errors }
}

async function listCategories() {
  const rows = await db
    .selectFrom('categories as category')
    .leftJoin('categories as parent', 'parent.id', 'category.parent_id')
    .select(['category.slug', 'category.name', 'parent.slug as parent'])
    .orderBy('category.slug')
    .execute()
  return rows.map(({ slug, name, parent }) => `${slug} ${name} < ${parent}`)
}

test('categories are imported below their parents, in any order of rows', async () => {
  const csv =
    'name,slug,description,parent_slug\nPoems,poems,,writing\nSonnets,sonnets,,poems\nWriting,writing,"Pens, ink",\n'
  expect(await importPlaces(importCategories, csv)).toMatchObject({ created: 3, failed: 0 })
  expect(await listCategories()).toEqual(['poems Poems < writing', 'sonnets Sonnets < poems', 'writing Writing < null'])
  expect(await importPlaces(importCategories, csv)).toMatchObject({ created: 0, updated: 0, unchanged: 3 })

  const moved = 'slug;name;parent_slug\nsonnets;Sonnets;writing\n'
  expect(await importPlaces(importCategories, moved)).toMatchObject({ updated: 1 })
  expect(await listCategories()).toContain('sonnets Sonnets < writing')
})

test('category rows with a circular or unknown parent or a taken name are rejected by row number', async () => {
  const good = 'name,slug,parent_slug\nWriting,writing,\nPoems,poems,writing\n'
  await importPlaces(importCategories, good)
  const bad = [
    'name,slug,parent_slug',
    'Writing,writing,poems',
    'A,a,b',
    'B,b,a',
    'Own,own,own',
    'Lost,lost,nowhere',
    'POEMS,other,',
    ',Bad Slug,',
  ]
  const { failed, errors } = await importPlaces(importCategories, bad.join('\n'))
  expect(failed).toBe(7)
  expect(errors.map((error) => error.split(':')[0])).toEqual([
    '8 name',
    '8 slug',
    '2 parent_slug',
    '6 parent_slug',
    '7 name',
    '3 parent_slug',
    '4 parent_slug',
    '5 parent_slug',
  ])
  expect(await listCategories()).toEqual(['poems Poems < writing', 'writing Writing < null'])
})

test('of several rows of categories or platforms with one slug the last counts, and the others name it, every time', async () => {
  const categories = 'name,slug,parent_slug\nC++,c,\nLanguages,languages,\nC#,c,languages\n'
  const errors = ['2 slug: The slug c is in row 4 too.']
  expect(await importPlaces(importCategories, categories)).toMatchObject({ created: 2, updated: 0, failed: 1, errors })
  expect(await listCategories()).toEqual(['c C# < languages', 'languages Languages < null'])
  expect(await importPlaces(importCategories, categories)).toMatchObject({
    updated: 0,
    unchanged: 2,
    failed: 1,
    errors,
  })

  const platforms = 'name,slug,website_url\nStore A,store,\nStore B,store,\nStore A,store,https://a.example\n'
  const named = ['2 slug: The slug store is in row 4 too.', '3 slug: The slug store is in row 4 too.']
  expect(await importPlaces(importPlatforms, platforms)).toMatchObject({ created: 1, failed: 2, errors: named })
  expect(await importPlaces(importPlatforms, platforms)).toMatchObject({ unchanged: 1, failed: 2, errors: named })
})

test('platforms are created and updated by slug', async () => {
  const csv = 'name,slug,website_url\nStackyard,stackyard,https://stackyard.example\nDealmint,dealmint,\nX,x,x\n'
  const { created, errors } = await importPlaces(importPlatforms, csv)
  expect({ created, errors: errors.length }).toEqual({ created: 2, errors: 1 })

  const again = 'name,slug,website_url\nStackyard,stackyard,https://stackyard.example/deals\nDealmint,dealmint,\n'
  expect(await importPlaces(importPlatforms, again)).toMatchObject({ updated: 1, unchanged: 1 })
})

test('columns missing from the file keep the values of a category', async () => {
  await importPlaces(
    importCategories,
    'name,slug,description,parent_slug\nWriting,writing,Pens,\nPoems,poems,,writing\n',
  )
  await importPlaces(importCategories, 'name,slug\nPoetry,poems\nWriting,writing\n')
  expect(await listCategories()).toEqual(['poems Poetry < writing', 'writing Writing < null'])
  const { description } = await db
    .selectFrom('categories')
    .select('description')
    .where('slug', '=', 'writing')
    .executeTakeFirstOrThrow()
  expect(description).toBe('Pens')
})
