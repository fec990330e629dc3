import { expect, test } from 'vitest'
import { listClicksOfTwoWeeks, listWaiting, listWeeks } from '~/features/staff/dashboard/dashboard.server'
import { formatAge } from '~/ui/relative-time'
import { makeChangeLog, makeComment, makeReview } from '../factories'
import { makeDailyMetric, makeDecision } from '../staff-factories'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const day = (before: number) =>
  ago(24 * before)
    .toISOString()
    .slice(0, 10)

test('what waits is counted by kind and age, and what affects owners apart', async () => {
  await makeReview({ created_at: ago(30) })
  await makeReview({ created_at: ago(2) })
  await makeComment()
  await makeChangeLog({ affects_owners: 'YES', created_at: ago(80) })
  await makeChangeLog({ affects_owners: 'NO' })
  const rows = await listWaiting()
  expect(rows.map(({ label, to, recent, overdue }) => [label, to, recent, overdue])).toEqual([
    ['Affects owners', '/admin/queue', 0, 1],
    ['Change reports', '/admin/queue?kind=change-reports', 1, 0],
    ['Ended reports', '/admin/queue?kind=ended-reports', 0, 0],
    ['Reported reviews', '/admin/queue?kind=review-reports', 0, 0],
    ['Reviews', '/admin/queue?kind=reviews', 1, 1],
    ['Edited reviews', '/admin/queue?kind=review-edits', 0, 0],
    ['Updates', '/admin/queue?kind=updates', 0, 0],
    ['Proofs', '/admin/queue?kind=proofs', 0, 0],
    ['Comments', '/admin/queue?kind=comments', 1, 0],
    ['Broken links', '/admin/queue?kind=broken-links', 0, 0],
    ['Page differences', '/admin/queue?kind=page-differences', 0, 0],
    ['Suggestions', '/admin/queue?kind=suggestions', 0, 0],
    ['Contact', '/admin/queue?kind=contact', 0, 0],
  ])
  expect(rows.map(({ oldest }) => oldest && formatAge(oldest, new Date()))).toEqual([
    '3 days',
    '1 minute',
    null,
    null,
    '30 hours',
    null,
    null,
    null,
    '1 minute',
    null,
    null,
    null,
    null,
  ])
})

test.each([
  [0.5 / 60, '1 minute'],
  [1 / 60, '1 minute'],
  [59.9 / 60, '59 minutes'],
  [1, '1 hour'],
  [47.9, '47 hours'],
  [48, '2 days'],
  [24 * 1_500, '1,500 days'],
])('an age of %f hours reads "%s"', (hours, text) => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(formatAge(new Date(now.getTime() - hours * HOUR - 1), now)).toBe(text)
})

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
