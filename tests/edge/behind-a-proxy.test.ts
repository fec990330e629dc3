import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendRaw } from '../setup/raw-request'
import type { GuardedApp } from './guarded-app'

const SITE = 'http://localhost:3000'
const SITE_HOST = 'localhost:3000'

describe.each([1, 2])('behind %i proxies', (proxies) => {
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
    app.reached = []
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
  ])('a write to the host %s from %s is refused: the host is what the proxy says', async (host, origin) => {
    expect(await write({ Host: host, Origin: origin })).toBe(403)
    expect(app.reached).toEqual([])
  })

  test.each([
    ['the site itself', { Host: 'app.internal', Origin: SITE }],
    ['the site itself, with its own host', { Host: SITE_HOST, Origin: SITE }],
    ['a page of ours', { Host: 'app.internal', 'Sec-Fetch-Site': 'same-origin' }],
    ['a program that is no browser', { Host: 'app.internal' }],
  ])('a write from %s is accepted', async (_, headers) => {
    expect(await write(headers)).toBe(200)
  })
})
