import { expect, test } from 'vitest'
import { killUnderWrites } from '#scripts/testing/kill-under-writes'

test('kill -9 of any process loses no acknowledged write, and the site restarts by itself', async () => {
  const { recoveries, acknowledged, lost, duplicated } = await killUnderWrites(['web', 'worker', 'database', 'all'], 0)
  expect({ lost, duplicated }).toEqual({ lost: 0, duplicated: 0 })
  expect(acknowledged).toBeGreaterThan(40)
  expect(recoveries).toHaveLength(4)
})
