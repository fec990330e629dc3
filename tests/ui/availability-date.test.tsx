import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AvailabilityDate, type availabilityDate } from '~/features/catalog/deals/availability-date'

const TODAY = '2026-11-22'
type Deal = Parameters<typeof availabilityDate>[0]
const deal = (shown_status: Deal['shown_status'], end_date: string | null, start_date = '2026-01-01') =>
  ({ shown_status, start_date, end_date, confirmed_on: '2017-11-21' }) as const

const phrase = (shown: Deal, form: 'full' | 'card' | 'row' = 'full') =>
  renderToStaticMarkup(<AvailabilityDate deal={shown} today={TODAY} form={form} />).replace(/<[^>]+>/g, '')

test.each([
  [deal('ACTIVE', '2026-12-04'), 'Ends 4 Dec 2026'],
  [deal('ENDING_SOON', TODAY), 'Ends today'],
  [deal('EXPIRED', '2024-12-04'), 'Ended 4 Dec 2024'],
  [deal('UPCOMING', '2027-02-01', '2027-01-01'), 'Starts 1 Jan 2027'],
  [deal('UPCOMING', null, '2026-11-23'), 'Starts 23 Nov 2026'],
])('%j reads "%s"', (shown, expected) => expect(phrase(shown)).toBe(expected))

test('an open deal without an end date says since when, except in lists, and one that is not confirmed when it was last seen', () => {
  expect(phrase(deal('ACTIVE', null))).toBe('Since 1 Jan 2026')
  expect(phrase(deal('ACTIVE', null), 'row')).toBe('')
  expect(phrase(deal('UNCONFIRMED', null))).toBe('Last seen 21 Nov 2017')
  expect(phrase(deal('UNCONFIRMED', null), 'card')).toBe('Last seen Nov 2017')
  expect(phrase({ ...deal('UNCONFIRMED', null), confirmed_on: null })).toBe('Last seen 1 Jan 2026')
})

test('a deal that staff ended early has no date', () => {
  expect(phrase(deal('EXPIRED', null))).toBe('')
  expect(phrase(deal('EXPIRED', '2026-12-04'))).toBe('')
  expect(phrase(deal('EXPIRED', TODAY))).toBe('')
})

test('the short form leaves out the current year only', () => {
  expect(phrase(deal('ACTIVE', '2026-12-04'), 'row')).toBe('Ends 4 Dec')
  expect(phrase(deal('ACTIVE', '2027-12-04'), 'row')).toBe('Ends 4 Dec 2027')
  expect(phrase(deal('EXPIRED', '2025-10-13'), 'row')).toBe('Ended 13 Oct 2025')
  expect(phrase(deal('ENDING_SOON', TODAY), 'row')).toBe('Ends today')
})
