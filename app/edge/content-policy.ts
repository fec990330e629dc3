import { createHash } from 'node:crypto'
import { BEFORE_PAINT, FADE, SPECULATION } from '~/layout/inline-scripts'

type Setting = { nonce: string | undefined; isHttps: boolean; isDevelopment: boolean }

/** Hashes of constants, never of what a page holds: an injected script must not get a hash of its own. */
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const SCRIPTS = [BEFORE_PAINT, SPECULATION].map(hash).join(' ')
const STYLE = hash(FADE)

/**
 * The Content-Security-Policy of a response: only what the pages use is allowed. Without a nonce it fits a document that
 * is cached for many visitors.
 */
export function contentPolicy({ nonce, isHttps, isDevelopment }: Setting) {
  const directives = {
    'default-src': `'none'`,
    'script-src': `'self' ${nonce ? `'nonce-${nonce}'` : SCRIPTS}`,
    // Vite inlines styles in development.
    'style-src': isDevelopment ? `'self' 'unsafe-inline'` : `'self' ${STYLE}`,
    // Vendors host the hero images. http: is allowed only where the site itself has no TLS.
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
