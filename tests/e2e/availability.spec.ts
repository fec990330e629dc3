import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { expect, test } from './fixtures'

test('a member says that a deal has ended, changes their mind and is counted once', async ({ page, signInAs }) => {
  const { id, slug } = await makeDeal()
  const person = await signInAs({ created_at: new Date('2026-01-01') })
  await page.goto(`/deals/${slug}`)
  const block = page.getByRole('region', { name: 'Is it still open?' })
  await block.getByRole('button', { name: 'It has ended' }).click()
  await expect(block).toContainText(/You said: it has ended, \d/)
  await expect(block).toContainText('1 says no')

  await block.getByRole('button', { name: 'Undo' }).click()
  await block.getByRole('button', { name: 'Still available' }).click()
  await expect(block).toContainText('You said: still available')
  await expect(block).toContainText('1 says yes')
  const reports = db.selectFrom('availability_reports').select(['user_id', 'has_ended']).where('deal_id', '=', id)
  expect(await reports.execute()).toEqual([{ user_id: person.id, has_ended: false }])
})
