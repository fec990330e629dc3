import { expect, test } from 'vitest'
import { listClicksOfTwoWeeks, listWeeks } from '~/features/staff/analytics/trends.server'
import { makeReview } from '../factories'
import { makeDailyMetric, makeDecision } from '../staff-factories'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const day = (before: number) =>
  ago(24 * before)
    .toISOString()
    .slice(0, 10)

test('clicks are those of the last fourteen days, with zero where there were none', async () => {
  const metric = { metric: 'clicks', key: '' }
  await makeDailyMetric({ ...metric, day: day(0), count: 3 })
  await makeDailyMetric({ ...metric, day: day(13), count: 5 })
  await makeDailyMetric({ ...metric, day: day(14), count: 7 })
  await makeDailyMetric({ metric: 'visitors', key: '', day: day(0), count: 11 })
  const days = await listClicksOfTwoWeeks()
  expect(days).toHaveLength(14)
  expect([days[0], days[1], days[13]]).toEqual([
    { day: day(13), clicks: 5 },
    { day: day(12), clicks: 0 },
    { day: day(0), clicks: 3 },
  ])
})

test('weeks count what was sent and decided in each, without undone decisions and contact messages', async () => {
  const decided = (decidedAgo: number, waited: number, given = {}) =>
    makeDecision({ decided_at: ago(decidedAgo), waiting_since: ago(decidedAgo + waited), ...given })
  // Sent and decided this week, after 2, 4 and 12 hours.
  for (const waited of [2, 4, 12]) await decided(1, waited)
  // Sent last week, decided this week.
  await decided(1, 24 * 8)
  // Sent and decided in the first of the eight weeks, and before it.
  await decided(24 * 54, 1)
  await decided(24 * 57, 1)
  await decided(1, 3, { undone_at: new Date() })
  await decided(1, 3, { kind: 'contact_message' })
  await makeReview({ created_at: ago(3) })

  const weeks = await listWeeks()
  expect(weeks).toHaveLength(8)
  expect(weeks.map(({ from }) => from)).toEqual([55, 48, 41, 34, 27, 20, 13, 6].map(day))
  expect(weeks[0]).toMatchObject({ sent: 1, decided: 1 })
  expect(weeks[0]!.hours).toBeCloseTo(1, 3)
  expect(weeks[1]).toMatchObject({ sent: 0, decided: 0, hours: null })
  expect(weeks[6]).toMatchObject({ sent: 1, decided: 0, hours: null })
  expect(weeks[7]).toMatchObject({ sent: 4, decided: 4 })
  expect(weeks[7]!.hours).toBeCloseTo(8, 3)
})
