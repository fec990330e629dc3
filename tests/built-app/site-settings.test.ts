import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSiteSettings } from '~/features/site/settings/manage-site.server'
import { makeProfile } from '../factories'
import { cookieOf } from '../requests'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask } from '../setup/entry-points'

let app: BuiltApp
let other: BuiltApp
beforeAll(async () => {
  const settings = { RATE_LIMIT: '0', SESSION_SECRET: process.env.SESSION_SECRET! }
  app = await startBuiltApp(settings)
  other = await startBuiltApp(settings)
})
afterAll(() => Promise.all([app?.stop(), other?.stop()]))

test("a new name is on the admin's next page, and on visitors' pages of every process", async () => {
  const cookie = await cookieOf(await makeProfile({ role: 'ADMIN' }))
  const titleAt = async ({ port }: BuiltApp, path: string) =>
    /<title>(.*?)<\/title>/.exec((await ask(port, path)).body)?.[1]
  await expect.poll(() => titleAt(other, '/about')).toBe('About Us | Lifetime Ledger')
  const { version } = await findSiteSettings()
  const form = { version: String(version), name: 'Dealbook', footer_tagline: 'Paid once, on the record.' }
  expect((await ask(app.port, '/admin/site', { cookie, form })).status).toBe(303)
  expect((await ask(app.port, '/admin/site', { cookie })).body).toContain('<title>Name and logo | Dealbook</title>')
  expect(await titleAt(app, '/about')).toBe('About Us | Dealbook')
  await expect.poll(() => titleAt(other, '/about')).toBe('About Us | Dealbook')
  const { body } = await ask(other.port, '/')
  expect(body).toContain('Paid once, on the record.')
  expect(body).toContain('aria-label="Dealbook, home"')
  expect((await ask(other.port, '/deals.rss')).body).toContain('<title>Deals | Dealbook</title>')
  expect(JSON.parse((await ask(other.port, '/site.webmanifest')).body)).toMatchObject({ name: 'Dealbook' })
})
