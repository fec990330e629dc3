import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { failedForm, summaryOf } from '~/http/forms'
import { ErrorSummary } from '~/ui/error-summary'

test('a summary says what failed once, in its title', () => {
  const errors = summaryOf(failedForm(new URLSearchParams(), 'Authentication failed'))
  const html = renderToStaticMarkup(<ErrorSummary title="Authentication failed" errors={errors} />)
  expect(html.match(/Authentication failed/g)).toHaveLength(1)
  expect(html).toContain('<li>Please try again in a moment.</li>')
})
