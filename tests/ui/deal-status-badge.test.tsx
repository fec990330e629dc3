import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownStatus } from '~/features/catalog/deals/deal'
import { DealState, DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'

test.each([
  ['ACTIVE', 'Active', 'bg-primary'],
  ['ENDING_SOON', 'Ending Soon', 'bg-destructive'],
  ['EXPIRED', 'Expired', 'bg-muted'],
  ['UPCOMING', 'Upcoming', 'bg-accent'],
] as const)('the badge of %s deals has an icon, the word "%s" and the color %s', (status, word, color) => {
  const html = renderToStaticMarkup(<DealStatusBadge status={status} />)
  expect(html).toMatch(new RegExp(`class="(?:[^"]* )?${color}[ "][^>]*><svg.*</svg>${word}<`, 's'))
})

test('only an open deal that was never confirmed is called not checked', () => {
  const words = (shown_status: ShownStatus, confirmed_on: string | null) =>
    renderToStaticMarkup(<DealState deal={{ shown_status, confirmed_on }} />).replace(/<[^>]+>/g, ' ')
  expect(words('ACTIVE', null)).toMatch(/Active\s+not checked/)
  expect(words('ENDING_SOON', null)).toMatch(/Ending Soon\s+not checked/)
  expect(words('ACTIVE', '2026-11-24')).not.toContain('not checked')
  for (const status of ['EXPIRED', 'UPCOMING', 'UNCONFIRMED'] as const) {
    expect(words(status, null)).not.toContain('not checked')
  }
})
