import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { countClicks } from '~/features/analytics/click-figures.server'
import { addUpManyClicks, rollUpFigures } from '~/features/analytics/roll-up-task.server'
import { makeDeal } from '../factories'
import { listJobs } from '../jobs'

async function click(times: number) {
  const deal = await makeDeal()
  await db
    .insertInto('click_events')
    .values(Array.from({ length: times }, () => ({ deal_id: deal.id })))
    .execute()
}

async function countUncounted() {
  return (await db.selectFrom('uncounted_clicks').select('click_id').execute()).length
}

test('while people click a lot, clicks are added up again before the minute is over', async () => {
  await click(250)
  await rollUpFigures()
  expect(await countUncounted()).toBe(0)
  const [next, ...others] = await listJobs('add_up_clicks')
  expect(others).toEqual([])
  expect(next!.run_at.getTime()).toBeLessThan(Date.now() + 5_000)

  await click(300)
  await addUpManyClicks()
  expect([await countUncounted(), await countClicks()]).toEqual([0, 550])
  expect(await listJobs('add_up_clicks')).toHaveLength(1)
})

test('when few click, the minute is soon enough', async () => {
  await click(20)
  await rollUpFigures()
  expect(await countUncounted()).toBe(0)
  expect(await listJobs('add_up_clicks')).toEqual([])
})
