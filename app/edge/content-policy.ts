type Setting = { nonce: string; isHttps: boolean; isDevelopment: boolean }

/** The Content-Security-Policy of one answer: nothing is allowed but what the pages use. */
export function contentPolicy({ nonce, isHttps, isDevelopment }: Setting) {
  const directives = {
    'default-src': `'none'`,
    'script-src': `'self' 'nonce-${nonce}'`,
    // Vite writes edited styles into the page; the built site has one file.
    'style-src': isDevelopment ? `'self' 'unsafe-inline'` : `'self'`,
    // Hero images are the vendors'. Without TLS a picture without TLS is no step down.
    'img-src': isHttps ? `'self' https:` : `'self' https: http:`,
    'font-src': `'self'`,
    'media-src': `'self'`,
    'connect-src': isDevelopment ? `'self' ws: wss:` : `'self'`,
    'manifest-src': `'self'`,
    'form-action': `'self'`,
    'base-uri': `'none'`,
    'object-src': `'none'`,
    'frame-ancestors': `'none'`,
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
