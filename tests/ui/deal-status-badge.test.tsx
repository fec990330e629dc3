import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'

test.each([
  ['ACTIVE', 'Active', 'bg-primary'],
  ['ENDING_SOON', 'Ending Soon', 'bg-destructive'],
  ['EXPIRED', 'Expired', 'bg-muted'],
  ['UPCOMING', 'Upcoming', 'bg-accent'],
] as const)('the badge of %s deals has an icon, the word "%s" and the color %s', (status, word, color) => {
  const html = renderToStaticMarkup(<DealStatusBadge status={status} />)
  expect(html).toMatch(new RegExp(`class="(?:[^"]* )?${color}[ "][^>]*><svg.*</svg>${word}<`, 's'))
})
