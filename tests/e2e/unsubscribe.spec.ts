import { makeProfile } from '#tests/factories'
import { db } from '~/db/database.server'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { expect, test } from './fixtures'

test('a member stops all mails by the link in one, without signing in @both', async ({ page }) => {
  const ada = await makeProfile({ email: `ada-${crypto.randomUUID()}@example.com` })
  const rhythm = async () =>
    (await db.selectFrom('profiles').select('mail_rhythm').where('id', '=', ada.id).executeTakeFirstOrThrow())
      .mail_rhythm

  await page.goto(`/unsubscribe/${unsubscribeToken(ada.id)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible()
  await expect(page.getByText('a…@example.com')).toBeVisible()
  expect(await rhythm()).toBe('WEEKLY')

  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You are unsubscribed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()
  expect(await rhythm()).toBe('NEVER')
  await expect(page.getByRole('link', { name: 'Choose how often you get email' })).toHaveAttribute(
    'href',
    '/account/following#mail',
  )
})
