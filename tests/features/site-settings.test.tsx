import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { organizationData } from '~/features/audience/seo/structured-data.server'
import { deleteUnusedPictures } from '~/features/catalog/pictures/unused-pictures.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { findSiteSettings, SITE, siteForm } from '~/features/site/settings/manage-site.server'
import { pageHead } from '~/http/page.server'
import { Footer } from '~/layout/footer'
import { confirmEmail } from '~/mail/account-mails.server'
import { contactMessageMail } from '~/mail/contact-message.server'
import { deliver } from '~/mail/transport.server'
import { action } from '~/routes/admin.site/route'
import { applySiteSettings, SITE_DEFAULTS, site } from '~/site.server'
import { makeProfile } from '../factories'
import { takeMails } from '../mail/mailbox'
import { picture } from '../picture-files'
import { renderPage } from '../render'
import { answer, cookieOf, requestAs } from '../requests'

let admin: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  admin = await makeProfile({ role: 'ADMIN' })
})
afterEach(() => applySiteSettings({}))

async function save(form: Record<string, unknown>, version?: number) {
  const current = await findSiteSettings()
  return saveRecord(SITE, admin, 'site', siteForm.parse(form), version ?? current.version)
}

const errorsOf = (form: Record<string, unknown>) =>
  (siteForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

test('titles, mails and the footer follow the settings, and an emptied field returns to its default', async () => {
  await refreshSiteSettings()
  expect(site).toMatchObject({ ...SITE_DEFAULTS, links: [] })
  const links = [{ label: 'GitHub', url: 'https://github.com/dealbook' }, {}]
  await save({ name: 'Dealbook', mail_from: 'News@Dealbook.example', contact_email: 'hi@dealbook.example', links })
  await refreshSiteSettings()
  expect(site).toMatchObject({ links: [links[0]], tagline: SITE_DEFAULTS.tagline })
  expect(pageHead({ title: 'Deals', description: '', path: '/deals' }).title).toBe('Deals | Dealbook')
  const message = { id: crypto.randomUUID(), name: 'Ada', email: 'ada@example.com', subject: 'Hello', body: 'Hi.' }
  expect(contactMessageMail(message).to).toBe('hi@dealbook.example')
  takeMails()
  await deliver(confirmEmail('ada@example.com', 'token'))
  const [mail] = takeMails()
  expect(mail).toContain('From: Dealbook <news@dealbook.example>')
  expect(mail).toContain('Subject: Confirm your email | Dealbook')

  await save({ name: '  ', links: [] })
  await refreshSiteSettings()
  expect(site).toMatchObject({ ...SITE_DEFAULTS, mail_from: null, links: [] })
})

test('errors of links name the row', () => {
  const links = [
    { label: 'GitHub', url: 'https://github.com/dealbook' },
    { label: 'Mastodon' },
    { url: 'https://dealbook.example' },
  ]
  expect(errorsOf({ links })).toEqual([
    ['links.1.url', 'Link 2 needs a URL.'],
    ['links.2.label', 'Link 3 needs a name.'],
  ])
  const row = { label: 'GitHub', url: 'https://github.com/dealbook' }
  expect(errorsOf({ links: Array(7).fill(row) })).toEqual([['links', '6 links are the most.']])
})

test('two first saves at once: one is a conflict, and the other an entry of the audit log', async () => {
  const { version } = await findSiteSettings()
  const saved = await Promise.all([save({ name: 'Dealbook' }, version), save({ name: 'Dealhouse' }, version)])
  expect(saved.filter((one) => one && 'conflict' in one)).toHaveLength(1)
  const { name } = await findSiteSettings()
  expect(await db.selectFrom('audit_log').select(['actor_id', 'action', 'detail']).execute()).toEqual([
    { actor_id: admin.id, action: 'site.updated', detail: { name: `(empty) → ${name}`, version: 1 } },
  ])
})

test('a rejected form comes back with everything that was entered', async () => {
  const form = { name: 'x'.repeat(61), 'links[0].label': 'GitHub', 'links[1].url': 'https://dealbook.example' }
  const request = await requestAs(admin, '/admin/site', form)
  expect(await answer(action({ request, params: {}, context: {} }))).toMatchObject({
    init: { status: 400 },
    data: {
      initialValue: { name: 'x'.repeat(61), links: [{ label: 'GitHub' }, { url: 'https://dealbook.example' }] },
      error: { 'links[0].url': ['Link 1 needs a URL.'], 'links[1].label': ['Link 2 needs a name.'] },
    },
  })
})

/** Sends the form of a picture as a browser does, and renews the settings as the next request does. */
async function send(slot: string, file?: File) {
  const body = new FormData()
  body.append('intent', file ? 'upload-picture' : 'remove-picture')
  body.append('slot', slot)
  if (file) body.append('picture', file)
  const headers = { Cookie: await cookieOf(admin) }
  const request = new Request('http://localhost:3000/admin/site', { method: 'POST', headers, body })
  const response = await answer(action({ request, params: {}, context: {} }))
  await refreshSiteSettings()
  return response
}

const png = async (width: number, height: number, color?: string) =>
  new File([new Uint8Array(await picture(width, height, color).png().toBuffer())], 'logo.png')

const renderFooter = () => renderPage(null, { pattern: '/', path: '/', routes: [{ default: () => <Footer /> }] })

test('pages have the uploaded logo, which counts as used, dark ones the light logo until there is a dark one, and the original returns', async () => {
  expect(await renderFooter()).toContain('src="/logo-dark.svg"')
  expect(await send('logo_light_id', await png(924, 128))).toMatchObject({ status: 303 })
  const light = `src="/pictures/${site.logo_light!.sha256}-480.webp"`
  const withLight = await renderFooter()
  expect(withLight.split(light)).toHaveLength(3)
  expect(withLight).toContain('width="924" height="128"')
  await send('logo_dark_id', await png(924, 128, '#fff'))
  const withBoth = await renderFooter()
  expect(withBoth.split(light)).toHaveLength(2)
  expect(withBoth).toContain(`src="/pictures/${site.logo_dark!.sha256}-480.webp"`)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  for (const days of [0, 31]) await deleteUnusedPictures(inDays(days))
  expect(await db.selectFrom('pictures').select('id').execute()).toHaveLength(2)

  await send('logo_light_id')
  expect(await renderFooter()).toContain('src="/logo-light.svg"')
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action']).execute()
  expect(entries).toEqual(Array(3).fill({ actor_id: admin.id, action: 'site.picture-changed' }))
})

test('an icon has to be square and large, and is that of structured data too', async () => {
  for (const file of [await png(512, 500), await png(300, 300)]) {
    expect(await send('icon_id', file)).toMatchObject({
      init: { status: 400 },
      data: { error: { icon_id: ['An icon must be square, at least 512 pixels wide.'] } },
    })
  }
  expect(organizationData()).toMatchObject({ logo: 'http://localhost:3000/apple-touch-icon.png' })
  await send('icon_id', await png(512, 512))
  expect(organizationData()).toMatchObject({ logo: `http://localhost:3000/pictures/${site.icon!.sha256}-480.webp` })
})

test.each<[string, () => File, string]>([
  ['an SVG', () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg'), 'An SVG cannot be used.'],
  ['a page named .png', () => new File(['<html></html>'], 'logo.png'), 'Not a picture we can read.'],
  ['10 MB and one byte', () => new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'logo.png'), 'Larger than 10 MB.'],
  ['no file', () => new File([], ''), 'Choose a picture first.'],
])('%s is refused as a logo with a sentence at its field', async (_, file, problem) => {
  expect(await send('logo_light_id', file())).toMatchObject({
    init: { status: 400 },
    data: { error: { logo_light_id: [problem] } },
  })
  expect(site.logo_light).toBeNull()
})
