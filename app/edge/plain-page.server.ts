import { env } from '~/env.server'
import { escapeHtml } from '~/http/escape'
import stylesheet from '~/tailwind.css?url'
import errorStylesheet from '~/ui/error-page.css?url'

type PlainPage = {
  status: number
  title: string
  text: string
  /** What a form did not save. Its page is still in the browser's history, with its values. */
  unsaved?: string
  reference?: string
}

const REFRESH = '<a class="btn btn--primary btn--lg" href="">Refresh Page</a>\n'

/**
 * A page in the site's design that needs neither React nor the database. The texts must be constants, never parts of a
 * request.
 */
export function plainPage({ status, title, text, unsaved, reference }: PlainPage) {
  // A refresh helps only with temporary errors.
  const isTemporary = status === 429 || status === 503
  const canRefresh = isTemporary && !unsaved
  const notice = unsaved
    ? `<p class="lead" role="alert"><b>${escapeHtml(unsaved)}.</b> Go back: what you typed is still in the form.</p>\n`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | ${escapeHtml(env.SITE_NAME)}</title>
<link rel="stylesheet" href="${escapeHtml(stylesheet)}">
<link rel="stylesheet" href="${escapeHtml(errorStylesheet)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main id="main" class="crash">
<div class="ruled crash"><div class="wrap crash"><div class="error-page">
<p>${escapeHtml(env.SITE_NAME)}</p>
<h1>${escapeHtml(title)}</h1>
${notice}<p class="${unsaved ? 'muted' : 'lead'}">${escapeHtml(text)}</p>
<div class="error-page__actions">
${canRefresh ? REFRESH : ''}<a class="btn btn--${canRefresh ? 'ghost' : 'primary'} btn--lg" href="/">Go to homepage</a>
</div>
${reference ? `<p class="small muted">Reference: <code>${escapeHtml(reference)}</code></p>` : ''}
</div></div></div>
</main>
</body>
</html>
`
}
