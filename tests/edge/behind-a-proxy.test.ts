import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import type { GuardedApp } from './guarded-app'

const SITE = 'http://localhost:3000'
const SITE_HOST = 'localhost:3000'

describe.each([1, 2])('origin checks behind %i proxies', (proxies) => {
  let app: GuardedApp
  beforeAll(async () => {
    // Settings are read when the modules load.
    vi.stubEnv('TRUST_PROXY', String(proxies))
    vi.resetModules()
    app = await (await import('./guarded-app')).startGuardedApp()
  })
  afterAll(async () => {
    await app.stop()
    vi.unstubAllEnvs()
  })

  async function write(headers: Record<string, string>) {
    await app.takeReached()
    const lines = Object.entries({
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': '3',
      ...headers,
    })
    const head = ['POST /deals/x HTTP/1.1', ...lines.map((pair) => pair.join(': ')), '', '']
    return (await sendRaw(app.port, `${head.join('\r\n')}a=b`)).status
  }

  test.each([
    ['evil.test', 'http://evil.test'],
    ['10.0.0.7:3000', 'http://10.0.0.7:3000'],
    ['app.internal', 'http://app.internal'],
    [SITE_HOST, 'https://localhost:3000'],
  ])('rejects a POST with Host %s from origin %s, because the origin must match SITE_URL', async (host, origin) => {
    expect(await write({ Host: host, Origin: origin })).toBe(403)
    expect(await app.takeReached()).toEqual([])
  })

  test.each([
    ['the site', { Host: 'app.internal', Origin: SITE }],
    ['the site with the public Host', { Host: SITE_HOST, Origin: SITE }],
    ['the same origin', { Host: 'app.internal', 'Sec-Fetch-Site': 'same-origin' }],
    ['a non-browser client', { Host: 'app.internal' }],
  ])('accepts a POST from %s', async (_, headers) => {
    expect(await write(headers)).toBe(200)
  })
})
