import { createCookie } from '@remix-run/node'
import { expect, test } from 'vitest'
import { hasPrivateCookie, hasSessionCookie } from '~/edge/request.server'
import { SESSION_COOKIE } from '~/http/session-cookie.server'

const plain = createCookie(SESSION_COOKIE)

test('every Cookie header in which the parser finds a session is detected as one', async () => {
  const value = await plain.serialize('x')
  const [pair = ''] = value.split(';')
  const [name, text] = pair.split(/=(.*)/s)
  const spaces = ['', ' ', '\t', ' \t ', '  ']
  const befores = ['', ';', 'a=b;', 'a;', 'a=b; c="d', '=;', 'a=b;;']
  let found = 0
  for (const before of befores) {
    for (const lead of spaces) {
      for (const trail of spaces) {
        for (const gap of spaces) {
          const header = `${before}${lead}${name}${trail}=${gap}${text}`
          if ((await plain.parse(header)) === null) continue
          found++
          expect(hasSessionCookie(header), JSON.stringify(header)).toBe(true)
        }
      }
    }
  }
  expect(found).toBeGreaterThan(500)
})

test.each([undefined, '', 'theme=dark', 'mysession=x', 'a=session', 'sessions=1', '_ga=session'])(
  'the Cookie header %j does not bypass the cache',
  (header) => expect(hasPrivateCookie(header)).toBe(false),
)

test('a session cookie bypasses the cache', () => {
  expect(hasPrivateCookie(`a=b; ${SESSION_COOKIE} =x`)).toBe(true)
})

test('a toast cookie bypasses the cache without counting as a session', () => {
  expect(hasPrivateCookie('a=b; toast =x')).toBe(true)
  expect(hasSessionCookie('a=b; toast =x')).toBe(false)
})
