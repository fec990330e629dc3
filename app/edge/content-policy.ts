import { createHash } from 'node:crypto'
import { APPLY_THEME, SPECULATION } from '~/layout/inline-scripts'

type Setting = { nonce: string | undefined; isHttps: boolean; isDevelopment: boolean }

/** Of our own constants and never of what a page holds: a script that got into a page would be let through with it. */
const HASHES = [APPLY_THEME, SPECULATION]
  .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  .join(' ')

/**
 * The Content-Security-Policy of one answer: nothing is allowed but what the pages use. Without a nonce it fits a
 * document that is kept for several visitors.
 */
export function contentPolicy({ nonce, isHttps, isDevelopment }: Setting) {
  const directives = {
    'default-src': `'none'`,
    'script-src': `'self' ${nonce ? `'nonce-${nonce}'` : HASHES}`,
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
