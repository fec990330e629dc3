import { expect, test } from 'vitest'
import { listWaiting } from '~/features/staff/dashboard/dashboard.server'
import { formatAge } from '~/ui/relative-time'
import { makeChangeLog, makeComment, makeReview } from '../factories'

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

test('what waits is counted by kind with its oldest item and what affects owners, without kinds that have none', async () => {
  await makeReview({ created_at: ago(30) })
  await makeReview({ created_at: ago(2) })
  await makeComment()
  await makeChangeLog({ affects_owners: 'YES', created_at: ago(80) })
  await makeChangeLog({ affects_owners: 'NO' })
  const rows = await listWaiting()
  expect(rows.map(({ oldest, ...row }) => ({ ...row, age: formatAge(oldest, new Date()) }))).toEqual([
    { kind: 'change_log', waiting: 2, affecting_owners: 1, isOverdue: true, age: '3 days' },
    { kind: 'review', waiting: 2, affecting_owners: 0, isOverdue: true, age: '30 hours' },
    { kind: 'comment', waiting: 1, affecting_owners: 0, isOverdue: false, age: '1 minute' },
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
