import sharp from 'sharp'
import { makeCategory, makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, expectNoSidewaysScroll, said, test, unique } from './fixtures'

const draw = (background: string) =>
  sharp({ create: { width: 1_600, height: 900, channels: 3, background } })
    .png()
    .toBuffer()

const heroOf = (buffer: Buffer) => ({ name: 'hero.png', mimeType: 'image/png', buffer })

test('staff upload the picture of a deal, which readers then see @both', async ({ page, signInAs, hasScripts }) => {
  const deal = await makeDeal({ title: unique('Moorhen') })
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/deals/${deal.id}`)
  await page.locator('summary', { hasText: 'Media' }).click()
  await page.getByLabel('Summary').fill('Keeps tides.')

  await page.getByLabel('Picture').setInputFiles(heroOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
  if (!hasScripts) await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await expect(page.getByText('An SVG cannot be used.').last()).toBeVisible()
  await expect(page.getByLabel('Summary')).toHaveValue('Keeps tides.')

  await page.getByLabel('Picture').setInputFiles(heroOf(await draw('#0b5f46')))
  if (hasScripts) {
    await expect(page.getByText('1600 × 900. Stored here in three sizes.')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await page.getByRole('button', { name: 'Save Deal' }).last().click()
  await expect(said(page, 'Deal updated')).toBeVisible()

  await page.goto(`/deals/${deal.slug}`)
  const image = page.locator('main img').first()
  await expect(image).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{64}-960\.webp$/)
  expect(
    await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth)),
  ).toBeGreaterThan(0)
})

test('a page of 24 deals with pictures from other hosts loads nothing from another host', async ({ page, baseURL }) => {
  const mark = unique()
  const category = await makeCategory({ name: `Pictures ${mark}`, slug: `pictures-${mark}` })
  const hero = (n: number) => `https://cdn-${n}.example/hero.png`
  const deals = Array.from({ length: 24 }, (_, n) =>
    makeDeal({ title: `Real ${n} ${mark}`, category_id: category.id, end_date: null, hero_image_url: hero(n) }),
  )
  const [first] = await Promise.all(deals)
  const picture = await db
    .insertInto('pictures')
    .values({ sha256: mark.replaceAll('-', '').padEnd(64, '0'), width: 1_600, height: 900 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = await sharp(await draw('#123456'))
    .resize(480)
    .webp()
    .toBuffer()
  await db.insertInto('picture_files').values({ picture_id: picture.id, width: 480, content }).execute()
  await db.updateTable('deals').set({ picture_id: picture.id }).where('category_id', '=', category.id).execute()

  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto(`/deals?category=${category.slug}`)
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await page.goto(`/deals/${first!.slug}`)
  await page.waitForLoadState('networkidle')
  expect([...origins]).toEqual([new URL(baseURL!).origin])
})
