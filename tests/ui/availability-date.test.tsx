import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AvailabilityDate, type availabilityDate } from '~/features/catalog/deals/availability-date'

const TODAY = '2026-11-22'
type Deal = Parameters<typeof availabilityDate>[0]
const deal = (shown_status: Deal['shown_status'], end_date: string | null, start_date = '2026-01-01') =>
  ({ shown_status, start_date, end_date }) as const

const phrase = (shown: Deal, isShort = false) =>
  renderToStaticMarkup(<AvailabilityDate deal={shown} today={TODAY} isShort={isShort} />).replace(/<[^>]+>/g, '')

test.each([
  [deal('ACTIVE', '2026-12-04'), 'Ends 4 Dec 2026'],
  [deal('ENDING_SOON', TODAY), 'Ends today'],
  [deal('EXPIRED', '2024-12-04'), 'Ended 4 Dec 2024'],
  [deal('UPCOMING', '2027-02-01', '2027-01-01'), 'Starts 1 Jan 2027'],
  [deal('UPCOMING', null, '2026-11-23'), 'Starts 23 Nov 2026'],
])('%j reads "%s"', (shown, expected) => expect(phrase(shown)).toBe(expected))

test('a deal without an end date, or one that staff ended early, has no date', () => {
  expect(phrase(deal('ACTIVE', null))).toBe('')
  expect(phrase(deal('EXPIRED', null))).toBe('')
  expect(phrase(deal('EXPIRED', '2026-12-04'))).toBe('')
  expect(phrase(deal('EXPIRED', TODAY))).toBe('')
})

test('the short form leaves out the current year only', () => {
  expect(phrase(deal('ACTIVE', '2026-12-04'), true)).toBe('Ends 4 Dec')
  expect(phrase(deal('ACTIVE', '2027-12-04'), true)).toBe('Ends 4 Dec 2027')
  expect(phrase(deal('EXPIRED', '2025-10-13'), true)).toBe('Ended 13 Oct 2025')
  expect(phrase(deal('ENDING_SOON', TODAY), true)).toBe('Ends today')
})
