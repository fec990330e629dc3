import { sql } from 'kysely'
import { makeComment, makeDeal, makeNotification, makeProfile, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import { decideItem } from '~/features/staff/moderation/decide-item.server'
import type { RequestedDecision } from '~/features/staff/moderation/decisions.server'
import { expect, hydrated, test } from './fixtures'

/** A manager decides on a review as it stands. */
async function decide(id: string, decision: RequestedDecision) {
  const staff = await makeProfile({ role: 'MANAGER', name: 'Mira', email: `${crypto.randomUUID()}@example.com` })
  const found = db.selectFrom('reviews').select(sql<string>`xmin::text`.as('version')).where('id', '=', id)
  const { version } = await found.executeTakeFirstOrThrow()
  const outcome = await decideItem({ kind: 'review', staff, item: { id, version }, decision })
  expect(outcome.is).toBe('done')
}

test('a review is sent back, edited, resubmitted and approved, and its author is notified each time', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const title = `Rankfield ${crypto.randomUUID().slice(0, 8)}`
  const deal = await makeDeal({ title, slug: `rankfield-${crypto.randomUUID().slice(0, 8)}` })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  const review = await makeReview({ user_id: ada.id, deal_id: deal.id, title: 'Refund took three weeks' })
  const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications' })

  await page.goto('/account/contributions')
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('region', { name: 'Waiting' })).toContainText('Refund took three weeks')

  await decide(review.id, { to: 'CHANGES_REQUESTED', note: 'Take out the order number.' })
  await page.goto('/about')
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  const asked = page.getByRole('listitem').filter({ hasText: `Your review of ${title} needs a change` })
  await expect(asked).toContainText('“Take out the order number.”')
  await expect(asked).toContainText('New')
  await page.reload()
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  await asked.getByRole('link', { name: 'Edit and resubmit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contributions' })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  const turn = page.getByRole('region', { name: 'Your turn' })
  await expect(turn).toContainText('1 to edit')
  await expect(turn).toContainText('Take out the order number.')
  await turn.getByRole('link', { name: 'Edit and resubmit' }).click()
  const own = page.getByRole('article', { name: 'Your review' })
  await expect(own).toContainText('Changes requested')
  await expect(own).toContainText('Take out the order number.')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Review' }).fill('Refunded on day 22 of 60.')
  await page.getByRole('button', { name: 'Save Review' }).click()
  await expect(own).toContainText('Pending')
  await expect(own).not.toContainText('Take out the order number.')

  await decide(review.id, { to: 'APPROVED' })
  await page.goto('/account/notifications')
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await page.getByRole('link', { name: `Your review of ${title} is published` }).click()
  await expect(page).toHaveURL(new RegExp(`/deals/${deal.slug}#record$`))
  await expect(page.getByRole('article').filter({ hasText: 'Refunded on day 22 of 60.' })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await page.goto('/account/contributions')
  await expect(page.getByRole('region', { name: 'Decided' })).toContainText('1 approved, 0 rejected')
})

test('members mark notifications as read, one by one and all at once', async ({ page, signInAs }) => {
  const ada = await signInAs()
  for (let made = 0; made < 3; made++) await makeNotification({ user_id: ada.id })
  await page.goto('/account/notifications')
  const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications' })
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread')
  await page.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await expect(page).toHaveURL(/view=unread$/)
  await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText("You're all caught up")).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
})

test('a member takes back what waits, after a confirmation', async ({ page, signInAs }) => {
  const ada = await signInAs()
  await makeComment({ user_id: ada.id, body: 'Is there an API?' })
  await page.goto('/account/contributions')
  const waiting = page.getByRole('region', { name: 'Waiting' })
  await waiting.getByRole('button', { name: 'Take back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Take back your comment?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(waiting).toContainText('Is there an API?')
  await waiting.getByRole('button', { name: 'Take back' }).click()
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Comment taken back').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('No contributions yet')).toBeVisible()
  expect(await db.selectFrom('comments').select('id').where('user_id', '=', ada.id).execute()).toEqual([])
})

test('notifications and contributions open at their top, and a phone counts the unread ones at the account', async ({
  page,
  signInAs,
}) => {
  const ada = await signInAs()
  await makeNotification({ user_id: ada.id })
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of ['/account/notifications', '/account/contributions']) {
    await page.goto(path)
    expect(await page.evaluate(() => scrollY), `${path} opens at its top`).toBe(0)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Account 1 unread notifications' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Notifications, 1 unread' })).toBeHidden()
  }
})
