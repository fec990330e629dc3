import { createHash } from 'node:crypto'
import { env } from '~/env.server'
import { BEFORE_PAINT, FADE, SPECULATION } from '~/layout/inline-scripts'
import visitorStyles from '~/visitors.css?inline'

/** Headers of every response, including those that Node writes by itself. */
export const FIXED_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    'magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  ...(env.SITE_URL.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
}

type Setting = { nonce: string | undefined; isDevelopment: boolean }

/** Hashes of constants, never of what a page holds: an injected script must not get a hash of its own. */
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const SCRIPTS = [BEFORE_PAINT, SPECULATION].map(hash).join(' ')
const STYLES = [FADE, visitorStyles].map(hash).join(' ')

/**
 * The Content-Security-Policy of a response: only what the pages use is allowed. Without a nonce it fits a document that
 * is cached for many visitors.
 */
export function contentPolicy({ nonce, isDevelopment }: Setting) {
  const directives = {
    'default-src': `'none'`,
    'script-src': `'self' ${nonce ? `'nonce-${nonce}'` : SCRIPTS}`,
    // Vite inlines styles in development.
    'style-src': isDevelopment ? `'self' 'unsafe-inline'` : `'self' ${STYLES}`,
    'img-src': `'self'`,
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
