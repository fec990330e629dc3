import { beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { restartUnderReads } from '#scripts/testing/restart-under-reads'

beforeAll(() => ensureBuild())

test('the site outlives fast and immediate restarts, kill -9 and lost connections of the database, and answers again after each', async () => {
  const { recoveries, statuses, hasSamePids } = await restartUnderReads(['fast', 'immediate', 'killed', 'terminated'])
  expect(hasSamePids).toBe(true)
  expect(recoveries).toHaveLength(4)
  // 503 while the database was away, never a lost connection or another error.
  expect(Object.keys(statuses).sort()).toEqual(['200', '503'])
})
