import { makeDeal } from '#tests/factories'
import { makeDecision } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { expect, heard, test } from './fixtures'

test('a visitor sends a message from the contact page, and errors keep what was typed @both', async ({ page }) => {
  const subject = `Price of Gridmarten ${crypto.randomUUID()}`
  await page.goto('/contact')
  await expect(page.getByText('We reply within 24 hours.')).toBeVisible()
  await page.getByLabel('Name').fill('Maya Lindqvist')
  await page.getByLabel('Email').fill('maya@lindqvist')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Too short')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert')).toContainText('Message needs at least 10 characters.')
  await expect(page.getByRole('alert')).toContainText('Enter a valid email address.')
  await expect(page.getByLabel('Name')).toHaveValue('Maya Lindqvist')
  await expect(page.getByLabel('Subject')).toHaveValue(subject)

  await page.getByLabel('Email').fill('maya@lindqvist.example')
  await page.getByLabel('Message').fill('The checkout shows $45.\n\nIs that the same plan?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Message sent' })).toContainText(
    'We reply to maya@lindqvist.example within 24 hours.',
  )
  await expect(page).toHaveURL('/contact/sent')
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  await expect(page.getByText('Is that the same plan?')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  const stored = await db.selectFrom('contact_messages').select('body').where('subject', '=', subject).execute()
  expect(stored).toEqual([{ body: 'The checkout shows $45.\n\nIs that the same plan?' }])
})

test('a member finds name and email filled in on the contact page', async ({ page, signInAs }) => {
  const member = await signInAs({ name: 'Rin Sato' })
  await page.goto('/contact')
  await expect(page.getByLabel('Name')).toHaveValue('Rin Sato')
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
  await page.getByLabel('Subject').fill('Two accounts')
  await page.getByLabel('Message').fill('Can you merge my two accounts?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('A copy is on its way to you.')).toBeVisible()
})

test('the transparency page counts decisions, and names the deal only while it is listed', async ({ page }) => {
  const cell = async () => {
    await page.goto('/transparency')
    const row = page.getByRole('row').filter({ has: page.getByRole('img', { name: '2 out of 5 stars' }) })
    return (await row.getByRole('cell').allTextContents()).slice(0, 3).map(Number)
  }
  const [submitted, approved, rejected] = await cell()
  const name = crypto.randomUUID().slice(0, 8)
  const draft = await makeDeal({ title: `Draft ${name}`, published: false })
  await makeDecision({ deal_id: draft.id, rating: 2, decision: 'REJECTED', reason: 'CONFLICT_OF_INTEREST' })
  // A published deal is announced to the page cache.
  const deal = await makeDeal({ title: `Listed ${name}` })
  await makeDecision({ deal_id: deal.id, rating: 2 })
  await makeDeal()
  await expect.poll(cell).toEqual([submitted! + 2, approved! + 1, rejected! + 1])

  // Earlier journeys may have left more than the first ten.
  await page.goto('/transparency?show=all')
  const line = page.getByRole('listitem').filter({ hasText: `Listed ${name}` })
  await expect(line).toContainText('Approved')
  const rejection = page.getByRole('listitem').filter({ hasText: 'Conflict of interest' }).first()
  await expect(rejection).toContainText('No longer listed')
  await expect(page.getByText(`Draft ${name}`)).toHaveCount(0)
  await line.getByRole('link').click()
  await expect(page.getByRole('heading', { name: `Listed ${name}` })).toBeVisible()
})

test('all decisions are one link away', async ({ page }) => {
  for (let n = 0; n < 12; n++) await makeDecision({ kind: 'comment' })
  // A published deal is announced to the page cache.
  await makeDeal()
  await heard()
  await page.goto('/transparency')
  await page.getByRole('link', { name: /^Show all/ }).click()
  await expect(page).toHaveURL(/show=all/)
  expect(await page.getByRole('region', { name: 'Newest decisions' }).locator('ol > li').count()).toBeGreaterThan(10)
})

test('the guidelines are linked from the footer and from every form for contributions', async ({ page, signInAs }) => {
  await signInAs()
  const deal = await makeDeal()
  const tabs = ['', '/comments', '/changes', '/price'].map((tab) => `/deals/${deal.slug}${tab}`)
  for (const path of [...tabs, '/suggest', '/contact']) {
    await page.goto(path)
    await expect(page.locator('form').getByRole('link', { name: 'Read the guidelines' })).toBeVisible()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Guidelines' }).click()
  await expect(page.getByRole('heading', { name: 'Why something is not published' })).toBeVisible()
  await expect(page.getByText('Conflict of interest', { exact: true })).toBeVisible()
})
