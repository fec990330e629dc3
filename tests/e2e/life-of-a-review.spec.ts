import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { makeComment, makeDeal, makePassword, makeProfile, makeQuestion, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { askOwners } from '~/features/contributions/reviews/ask-owners-task.server'
import { expect, hydrated, resize, said, setSession, test, unique } from './fixtures'

const { step } = test
const PASSWORD = 'a long enough password'
const PDF = { name: 'order-4471.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }

/** Opens the item and approves it: with scripts by keys alone. */
async function approve(page: Page, path: string, hasScripts: boolean, before: () => Promise<void>) {
  await page.goto(path)
  await hydrated(page)
  await before()
  if (hasScripts) await page.keyboard.press('a')
  else await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page).not.toHaveURL(new RegExp(path))
}

test('a buyer reviews with a proof, edits, answers after a year, downloads everything and leaves @both', async ({
  page,
  context,
  browser,
  signInAs,
  hasScripts,
}) => {
  test.slow()
  const deal = await makeDeal({ title: unique('Ferrywork') })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  await makePassword(ada.id, PASSWORD)
  const staff = await browser.newContext({ javaScriptEnabled: hasScripts, baseURL: process.env.SITE_URL })
  await setSession(staff, await makeProfile({ role: 'MANAGER' }))
  const desk = await staff.newPage()
  const [own, text] = [
    page.getByRole('article', { name: 'Your review' }),
    page.getByRole('textbox', { name: 'Review' }),
  ]
  const proof = page.getByLabel('Proof of purchase')
  const idIn = async (table: 'reviews' | 'review_versions' | 'follow_ups') => {
    const rows = db.selectFrom(table).select('id').where('user_id', '=', ada.id)
    return (await rows.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()).id
  }

  await step('a review on a phone says at once what it lacks, and keeps what was typed', async () => {
    await resize(page, 390, 844)
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.locator('form').getByRole('link', { name: 'Read the guidelines' })).toBeVisible()
    await page.getByLabel('Title').fill('Crews and tides')
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expect(page.getByText('Rating required')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Please select a rating' })).toBeInViewport()
    await expect(page.getByLabel('Title')).toHaveValue('Crews and tides')
    // Each arrow press adds one star.
    await page.getByRole('radio', { name: '1 star' }).press('Space')
    for (let stars = 1; stars < 5; stars++) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await text.pressSequentially('Two lines\n😀')
    if (hasScripts) await expect(page.getByText('11 / 1000')).toBeVisible()

    await expect(page.getByLabel('When did you buy it?')).toBeHidden()
    await page.getByText('About your purchase').click()
    const refused = 'People who work for the vendor or a competitor cannot review a deal.'
    await expect(page.getByText(refused)).toBeHidden()
    await page.getByLabel('I work for the vendor or a competitor').check()
    await expect(page.getByText(refused)).toBeVisible()
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expect(page.locator('#review-connection-error')).toContainText(refused)
    await page.getByLabel('Got it free or as a gift').check()
    await page.getByLabel('When did you buy it?').fill('2026-01-05')
    if (hasScripts) {
      await proof.setInputFiles({ ...PDF, buffer: Buffer.alloc(6_000_000) })
      await expect(page.locator('#review-proof-error')).toHaveText(
        'order-4471.pdf is 6.0 MB. Choose a file up to 5 MB.',
      )
    }
    await proof.setInputFiles(PDF)
    await page.getByRole('button', { name: 'Submit Review' }).click()
    await expect(said(page, 'Your review is pending moderation')).toBeVisible()
    await expect(page.getByText('Rating required')).toHaveCount(0)
    await expect(own).toContainText('Pending')
    await expect(own.getByLabel('5 out of 5 stars')).toBeInViewport()
    const labels = ['You bought it in Jan 2026, receipt under review', 'Got it free']
    await expect(own.getByRole('listitem')).toHaveText(labels)
    await resize(page, 1280, 720)
  })

  await step('a proof that waits is removed, and another one sent', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByLabel('When did you buy it?')).toHaveValue('2026-01-05')
    await page.getByRole('button', { name: 'Remove order-4471.pdf' }).click()
    await expect(said(page, 'File removed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove order-4471.pdf' })).toHaveCount(0)
    const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await hydrated(page)
    await proof.setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Save Review' }).click()
    await expect(page.getByRole('button', { name: 'Remove receipt.png' })).toBeAttached()
  })

  await step('the account says why a review was rejected, and leads to the form', async () => {
    const verdict = { status: 'REJECTED', moderation_reason: 'Say what you use it for.' } as const
    await db.updateTable('review_versions').set(verdict).where('user_id', '=', ada.id).execute()
    await page.goto('/account')
    const reviews = page.getByRole('region', { name: 'My Reviews' })
    await expect(reviews.getByText('Rejected')).toBeVisible()
    await expect(reviews.getByText('Say what you use it for.')).toBeVisible()
    await reviews.getByRole('link', { name: /Edit and resubmit/ }).click()
    await expect(page).toHaveURL(/#review-form$/)
    await expect(page.getByRole('heading', { name: 'Edit your review' })).toBeInViewport()
    await expect(own).toContainText('Not published: Say what you use it for.')
    await hydrated(page)
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await text.fill(`We plan two boats with it. ${deal.slug}`)
    await page.getByRole('button', { name: 'Save Review' }).click()
    await expect(own).toContainText(/Pending.*We plan two boats with it\./s)
    await expect(own).not.toContainText('Not published')
  })

  const review = await idIn('reviews')
  const shown = page.locator(`#review-${review}`)
  await step('staff check the proof beside the review', async () => {
    await approve(desk, `/admin/queue/reviews/${await idIn('review_versions')}`, hasScripts, async () => {
      const picture = desk.getByRole('img', { name: 'Proof of purchase: receipt.png' })
      expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(400)
      await desk.getByRole('button', { name: 'Purchase verified' }).click()
      await expect(desk.getByRole('button', { name: 'Purchase verified' })).toHaveCount(0)
      await hydrated(desk)
      await desk.getByRole('link', { name: 'Queue', exact: true }).first().focus()
    })
  })

  await step('readers keep the earlier text of an edited review until staff have read the changes', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByRole('link', { name: 'Reviews (1)' })).toBeVisible()
    await expect(own).toHaveCount(0)
    await expect(shown).toContainText('Purchase checked, ')
    await text.fill(`We plan three boats with it. ${deal.slug}`)
    await page.getByRole('radio', { name: '2 stars' }).check({ force: true })
    await page.getByRole('button', { name: 'Save Review' }).click()
    await expect(said(page, 'Readers see the earlier text until a moderator has read it')).toBeVisible()
    const edit = page.getByRole('article', { name: 'Your edit' })
    await expect(edit).toContainText('Readers see the earlier text until it is approved.')
    await expect(edit).toContainText('three boats')
    await expect(shown).toContainText('two boats')
    await expect(text).toHaveValue(/three boats/)
    await approve(desk, `/admin/queue/reviews/${await idIn('review_versions')}`, hasScripts, async () => {
      const changes = desk.getByRole('region', { name: 'What it would change' })
      await expect(changes.locator('del')).toHaveText([/removed: 5 of 5/, /removed: two/])
      await expect(changes.locator('ins')).toHaveText([/added: 2 of 5/, /added: three/])
      await expect(changes).toContainText('Unchanged')
    })
  })

  await step('a year after buying, the owner is asked and answers by a link', async () => {
    // As if all of it had happened 13 months ago.
    const past = sql<string>`(now() at time zone 'UTC')::date - interval '13 months'`
    await db.updateTable('purchases').set({ bought_on: past }).where('user_id', '=', ada.id).execute()
    const created_at = sql<Date>`created_at - interval '13 months'`
    await db.updateTable('review_versions').set({ created_at }).where('review_id', '=', review).execute()
    await db.updateTable('reviews').set({ created_at }).where('id', '=', review).execute()
    await askOwners()
    await page.goto('/account/notifications')
    const question = `Still using ${deal.title}?`
    await page.getByRole('link', { name: question, exact: true }).first().click()
    await expect(page).toHaveURL(/\/still\//)
    await page.goto(`${page.url()}?a=sometimes`)
    await expect(page.getByRole('heading', { name: question })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Sometimes' })).toBeChecked()
    await page.getByLabel('What changed since?').fill('Only for the quarterly ones.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.locator('#follow-up-rating-error')).toHaveText('Please select a rating')
    await expect(page.getByLabel('What changed since?')).toHaveValue('Only for the quarterly ones.')
    await page.getByRole('radio', { name: '3 stars' }).check({ force: true })
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('article', { name: 'Your answer' })
    await expect(answer).toContainText(/Pending.*Only for the quarterly ones\./s)
    await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)
    await approve(desk, `/admin/queue/updates/${await idIn('follow_ups')}`, hasScripts, async () => {
      await expect(desk.getByRole('heading', { name: `Update on ${deal.title}` })).toBeVisible()
      await expect(desk.getByText('Crews and tides, 2 of 5')).toBeVisible()
    })
    await page.goto(`/deals/${deal.slug}`)
    await expect(shown).toContainText('Edited')
    await expect(shown).toContainText('Owned 13 months, sometimes using')
    await expect(shown.getByRole('list', { name: 'What followed' })).toContainText('Still using: sometimes')
    await expect(shown).toContainText('this rating counts now')
    await expect(page.getByRole('img', { name: '3 out of 5 stars' }).first()).toBeVisible()
  })

  await step('the account has all of it, for the download and until it is deleted', async () => {
    await page.goto('/account/contributions')
    for (const label of ['Review', 'Update', 'Proof of purchase'])
      await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Still using after 12 months: sometimes').first()).toBeVisible()
    const download = await (await page.request.get('/account/download')).json()
    expect(download).toMatchObject({
      reviews: [{ status: 'APPROVED', is_public: true }, { status: 'APPROVED' }, { status: 'REJECTED' }],
      purchases: [{ proof_status: 'CHECKED' }],
      proofs: [{ file_name: 'receipt.png' }],
    })
    await page.goto('/account/settings')
    const box = page.getByRole('region', { name: 'Delete account' })
    await box.getByLabel('Current password').fill(PASSWORD)
    await box.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/account/deleted')
    await expect(page.getByText('Your account has been deleted.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
    await page.goto(`/deals/${deal.slug}`)
    await expect(shown).toContainText(/Former member.*We plan three boats with it\./s)
    await expect(shown).not.toContainText('Purchase checked')
    await page.goto(`/people/${ada.id}`)
    await expect(page.getByText('This member has no public profile.')).toBeVisible()
  })
  await staff.close()
})

test('a reader sorts and filters reviews, finds one helpful, and is not asked again about a product @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  const deal = await makeDeal()
  const ada = await signInAs()
  for (const [index, rating] of [5, 2, 5].entries()) {
    const created_at = new Date(Date.UTC(2026, 2, index + 1))
    await makeReview({ deal_id: deal.id, rating, title: `Review ${index + 1}`, status: 'APPROVED', created_at })
  }
  const titles = page.getByRole('region', { name: 'Record', exact: true }).getByRole('article').getByRole('heading')

  await step('the order is chosen in a menu, and the filter by stars keeps it', async () => {
    await page.context().clearCookies()
    await page.goto(`/deals/${deal.slug}`)
    await expect(titles).toHaveText(['Review 3', 'Review 2', 'Review 1'])
    await expect(page.getByRole('link', { name: 'Helpful: Review 3' })).toHaveAttribute('href', /^\/auth/)
    const order = page.locator('summary', { hasText: 'Newest' })
    await order.click()
    await expect(page.getByRole('link', { name: 'Lowest rating' })).toBeVisible()
    if (hasScripts) {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('link', { name: 'Lowest rating' })).toBeHidden()
      await order.click()
    }
    await page.getByRole('link', { name: 'Lowest rating' }).click()
    await expect(titles).toHaveText(['Review 2', 'Review 3', 'Review 1'])
    await page.getByRole('link', { name: '5 stars', exact: true }).click()
    await expect(titles).toHaveText(['Review 3', 'Review 1'])
    await expect(page).toHaveURL(`/deals/${deal.slug}?sort=lowest&stars=5#record`)
    await expect(page.getByText('2 reviews with 5 stars.')).toBeVisible()
    await page.getByRole('link', { name: 'All 3' }).click()
    await expect(titles).toHaveCount(3)
  })

  await step('a member finds a review helpful and takes it back', async () => {
    await setSession(page.context(), ada)
    await page.goto(`/deals/${deal.slug}?sort=helpful`)
    await page.getByRole('button', { name: 'Helpful: Review 1' }).click()
    await expect(page.getByRole('button', { name: 'Helpful (1): Review 1', pressed: true })).toBeVisible()
    // The button is pressed before the answer is there.
    await expect(page.getByText('Marked as helpful').first()).toBeAttached()
    await page.goto(`/deals/${deal.slug}?sort=helpful`)
    await expect(titles.first()).toHaveText('Review 1')
    await page.getByRole('button', { name: 'Helpful (1): Review 1' }).click()
    await expect(page.getByRole('button', { name: 'Helpful: Review 1', pressed: false })).toBeVisible()
  })

  await step('one button ends the questions about a product, and another one resumes them', async () => {
    const review = await makeReview({ deal_id: deal.id, user_id: ada.id, status: 'APPROVED' })
    await page.goto(`/still/${(await makeQuestion({ review })).id}?a=stop`)
    await page.getByRole('button', { name: 'Stop asking' }).click()
    await expect(page.getByText('You asked us not to ask you about')).toBeVisible()
    await page.getByRole('button', { name: 'Ask me again' }).click()
    await expect(page.getByText('You asked us not to ask you about')).toHaveCount(0)
  })
})

test('half-written texts survive other tabs until they are sent or the member signs out', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal()
  await makeComment({ deal_id: deal.id, status: 'APPROVED', body: 'Works on Linux too.' })
  await signInAs()
  const comment = page.getByRole('textbox', { name: 'Comment' })
  const listDrafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))

  await step('a review and a comment are still there after another tab', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await page.getByText('4 stars', { exact: true }).locator('..').click()
    await page.getByLabel('Title').fill('Half a')
    await page.getByLabel('Review', { exact: true }).fill('It does')
    await page.getByRole('link', { name: /^Comments/ }).click()
    await expect(page.locator('form').getByRole('link', { name: 'Read the guidelines' })).toBeVisible()
    await comment.fill('Is there an API?')
    await page.getByRole('link', { name: /^Reviews/ }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Half a')
    await expect(page.getByLabel('Review', { exact: true })).toHaveValue('It does')
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await page.getByRole('link', { name: /^Comments/ }).click()
    await expect(comment).toHaveValue('Is there an API?')
  })

  await step('a comment that is sent by a double click waits once, and can be edited', async () => {
    await page.getByRole('button', { name: 'Submit Comment' }).dblclick()
    await expect(said(page, 'Your comment is pending moderation')).toBeVisible()
    await expect(comment).toHaveValue('')
    const own = page.getByRole('article', { name: 'Your comment' })
    await expect(own).toHaveText(/Is there an API\?/)
    await own.getByRole('link', { name: 'Edit' }).click()
    await expect(comment).toHaveValue('Is there an API?')
    await comment.fill('Is there a REST API?')
    await page.getByRole('button', { name: 'Save Comment' }).click()
    await expect(own).toContainText('Is there a REST API?')
    await expect(page.getByRole('heading', { name: 'Write a comment' })).toBeVisible()
    expect(await listDrafts()).toEqual([expect.stringContaining('review')])
  })

  await step('signing out deletes drafts', async () => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Signed out successfully').first()).toBeAttached()
    expect(await listDrafts()).toEqual([])
  })
})
