import type { Page } from '@playwright/test'
import { makeChangeLog, makeComment, makeProof, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { emptyQueue } from './empty-queue'
import { expect, test } from './fixtures'

const KINDS = [
  { path: '/admin/reviews', table: 'reviews', make: makeReview },
  { path: '/admin/comments', table: 'comments', make: makeComment },
  { path: '/admin/change-logs', table: 'change_logs', make: makeChangeLog },
] as const

test.beforeEach(emptyQueue)

type Table = (typeof KINDS)[number]['table']

/** Reviews, comments and change reports are listed by the day on which they were sent. */
const day = (place: number) => new Date(Date.UTC(2026, 0, 1 + place))

async function statusOf(table: Table, id: string) {
  return (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.closest('article')?.id)

for (const { path, table, make } of KINDS) {
  test(`${path} can be moderated with keyboard shortcuts after a page load`, async ({ page, signInAs }) => {
    await signInAs({ role: 'ADMIN' })
    const ids: string[] = []
    for (let place = 0; place < 4; place++) ids.push((await make({ created_at: day(place) })).id)
    await page.goto(path)
    const [first, second, third, fourth] = ids.map((id) => page.locator(`#item-${id}`))

    // Without focus on an item, A decides nothing.
    await page.keyboard.press('a')
    await page.keyboard.press('k')
    await expect(page.locator('article').last()).toBeFocused()
    await page.reload()
    await page.keyboard.press('j')
    await expect(first!).toBeFocused()
    await page.keyboard.press('j')
    await expect(second!).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(first!).toBeFocused()

    await page.keyboard.press('Control+A')
    await page.keyboard.press('Shift+A')
    expect(await statusOf(table, ids[0]!)).toBe('PENDING')
    await page.keyboard.press('a')
    await expect(second!).toBeFocused()
    await expect(first!).toHaveCount(0)
    expect(await statusOf(table, ids[0]!)).toBe('APPROVED')

    // The focus moves to a link within the item.
    await page.keyboard.press('Tab')
    await expect(second!.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('r')
    if (table !== 'comments') {
      await expect(second!.getByLabel('Spam')).toBeFocused()
      await page.keyboard.press('3')
      await expect(second!.getByLabel('Conflict of interest')).toBeChecked()
      await page.keyboard.press('Tab')
      // Letters typed in a field are text, not shortcuts.
      await page.keyboard.type('jar')
      await expect(second!.getByLabel('Note to the author')).toHaveValue('jar')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    await expect(third!).toBeFocused()
    expect(await statusOf(table, ids[1]!)).toBe('REJECTED')

    await page.keyboard.press('Tab')
    await page.keyboard.press('a')
    await expect(fourth!).toBeFocused()
    expect(await statusOf(table, ids[2]!)).toBe('APPROVED')
    expect(await statusOf(table, ids[3]!)).toBe('PENDING')
  })
}

test('reviews can be moderated with Tab, Space and Enter alone, each leading to the next', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'MANAGER' })
  const ids: string[] = []
  for (let place = 0; place < 3; place++) ids.push((await makeReview({ created_at: day(place) })).id)
  await page.goto(`/admin/reviews#item-${ids[0]}`)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  for (const [place, id] of ids.entries()) {
    await expect(page.locator(`#item-${id}`)).toBeFocused()
    // Past the deal link and Approve; a reason is enough.
    if (place === 1) await press('Tab', 'Tab', 'Tab', 'Enter', 'Tab', 'Space', 'Tab', 'Tab', 'Enter')
    else await press('Tab', 'Tab', 'Enter')
    await expect(page.locator(`#item-${id}`)).toHaveCount(0)
  }
  const statuses = await Promise.all(ids.map((id) => statusOf('reviews', id)))
  expect(statuses).toEqual(['APPROVED', 'REJECTED', 'APPROVED'])
})

test('every item of a moderation queue can be reached by Tab', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  for (const { path } of KINDS) {
    for (const status of ['pending', 'approved']) {
      await page.goto(`${path}?status=${status}`)
      for (const item of await page.getByRole('article').all()) await expect(item).toHaveAttribute('tabindex', '0')
    }
  }
  await page.goto('/admin/comments')
  await page.getByRole('link', { name: 'Rejected' }).focus()
  const first = await page.getByRole('article').first().getAttribute('id')
  for (let step = 0; step < 4 && (await focusedId(page)) !== first; step++) await page.keyboard.press('Tab')
  await expect(page.getByRole('article').first()).toBeFocused()
})

test('shortcuts can be turned off, and the choice is remembered', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin/reviews')
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Turn off shortcuts' }).click()
  await page.reload()
  await page.keyboard.press('j')
  await expect(page.locator('article:focus')).toHaveCount(0)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Turn on shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.getByRole('article').first()).toBeFocused()
})

for (const modifier of ['Control', 'Meta']) {
  test(`${modifier}+Enter in a note sends it`, async ({ page, signInAs }) => {
    await signInAs({ role: 'MANAGER' })
    const { id } = await makeReview()
    await page.goto(`/admin/queue/reviews/${id}`)
    await page.keyboard.press('c')
    await page.keyboard.type('Which plan do you use?')
    await page.keyboard.press('Enter')
    expect(await statusOf('reviews', id)).toBe('PENDING')
    await page.keyboard.press(`${modifier}+Enter`)
    await expect(page.locator('[data-message]').filter({ hasText: 'Review sent back' })).toBeVisible()
    expect(await statusOf('reviews', id)).toBe('CHANGES_REQUESTED')
  })
}

test('the buttons of a proof have keys of their own', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  // One after the other, because the second is the next one in the queue.
  const proofs = [await makeProof(), await makeProof()]
  const statuses = async () =>
    (
      await db
        .selectFrom('purchase_proofs')
        .select('status')
        .where(
          'id',
          'in',
          proofs.map(({ id }) => id),
        )
        .execute()
    )
      .map(({ status }) => status)
      .sort()
  await page.goto(`/admin/queue/proofs/${proofs[0]!.id}`)
  await page.keyboard.press('l')
  await expect(page).toHaveURL(new RegExp(`/admin/queue/proofs/${proofs[1]!.id}`))
  // The address changes a moment before the page, whose buttons are busy until then.
  await expect(page.locator('#item [name="id"]').first()).toHaveValue(proofs[1]!.id)
  await expect(page.locator('#item')).toBeFocused()
  await page.keyboard.press('v')
  await expect.poll(statuses).toEqual(['APPROVED', 'PENDING'])
  // Which item is next depends on what else waits.
  await page.goto(`/admin/queue/proofs/${proofs[0]!.id}`)
  await page.keyboard.press('n')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('It names another product.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(statuses).toEqual(['APPROVED', 'REJECTED'])
})
