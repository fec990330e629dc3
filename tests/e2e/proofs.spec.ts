import sharp from 'sharp'
import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, test } from './fixtures'

const PDF = { name: 'order-4471.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }

test('a buyer sends a proof with a review, staff check it beside the review, and readers see the label @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const deal = await makeDeal({ title: `Moorhen ${crypto.randomUUID().slice(0, 8)}` })
  const buyer = await signInAs({ name: 'Arjun Sethi' })
  await page.goto(`/deals/${deal.slug}`)
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.locator('[name=rating][value="4"]').check({ force: true })
  await form.getByLabel('Title').fill('Good exports')
  await form.getByLabel('Review', { exact: true }).fill('One file a client, with the change of the month.')
  await form.getByText('About your purchase').click()
  await form.getByLabel('When did you buy it?').fill('2026-03-03')

  await form.getByLabel('Proof of purchase').setInputFiles({ ...PDF, buffer: Buffer.from('Order 4471') })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(form.locator('#review-proof-error')).toContainText('not a PNG, JPEG, WebP or PDF file')
  await expect(form.getByLabel('Title')).toHaveValue('Good exports')
  await expect(form.getByLabel('When did you buy it?')).toHaveValue('2026-03-03')
  if (hasScripts) {
    await form.getByLabel('Proof of purchase').setInputFiles({ ...PDF, buffer: Buffer.alloc(6_000_000) })
    await expect(form.locator('#review-proof-error')).toHaveText('order-4471.pdf is 6.0 MB. Choose a file up to 5 MB.')
  }

  const picture = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await form
    .getByLabel('Proof of purchase')
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: picture })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Review submitted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove receipt.png' })).toBeAttached()

  const review = await db.selectFrom('reviews').select('id').where('user_id', '=', buyer.id).executeTakeFirstOrThrow()
  await page.context().clearCookies()
  await signInAs({ role: 'MANAGER' })
  await page.goto(`/admin/queue/reviews/${review.id}`)
  const proof = page.getByRole('region', { name: 'Proof of purchase' })
  const shown = proof.getByRole('img', { name: 'Proof of purchase: receipt.png' })
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(400)
  await proof.getByLabel('Purchase verified').check()
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Review approved').first()).toBeVisible()

  await page.context().clearCookies()
  await page.goto(`/deals/${deal.slug}`)
  await expect(page.getByText(/^Purchase checked, /)).toBeVisible()
})

test('a buyer removes a proof that waits', async ({ page, signInAs }) => {
  const deal = await makeDeal({ title: `Moorhen ${crypto.randomUUID().slice(0, 8)}` })
  await signInAs({})
  await page.goto(`/deals/${deal.slug}`)
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.locator('[name=rating][value="5"]').check({ force: true })
  await form.getByLabel('Title').fill('Good exports')
  await form.getByLabel('Review', { exact: true }).fill('One file a client.')
  await form.getByText('About your purchase').click()
  await form.getByLabel('Proof of purchase').setInputFiles(PDF)
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await page.getByRole('button', { name: 'Remove order-4471.pdf' }).click()
  await expect(page.getByText('File removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove order-4471.pdf' })).toHaveCount(0)
})
