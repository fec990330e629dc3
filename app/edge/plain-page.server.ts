import { env } from '~/env.server'
import { escapeHtml } from '~/http/escape-html'
import stylesheet from '~/tailwind.css?url'
import errorStylesheet from '~/ui/error-page.css?url'

type PlainPage = { status: number; title: string; text: string; reference?: string }

const REFRESH = '<a class="btn btn--primary btn--lg" href="">Refresh Page</a>\n'

/**
 * A page in the site's design that needs neither React nor the database. The texts must be constants, never parts of a
 * request.
 */
export function plainPage({ status, title, text, reference }: PlainPage) {
  // A refresh helps only with temporary errors.
  const isTemporary = status === 429 || status === 503
  const content = `<p class="lead">${escapeHtml(text)}</p>
<div class="error-page__actions">
${isTemporary ? REFRESH : ''}<a class="btn btn--${isTemporary ? 'ghost' : 'primary'} btn--lg" href="/">Go to homepage</a>
</div>`
  return plainDocument({ title, content, reference })
}

/** @param content HTML below the title */
export function plainDocument({ title, content, reference }: { title: string; content: string; reference?: string }) {
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
${content}
${reference ? `<p class="small muted">Reference: <code>${escapeHtml(reference)}</code></p>` : ''}
</div></div></div>
</main>
</body>
</html>
`
}
