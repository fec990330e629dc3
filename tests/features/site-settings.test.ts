import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { refreshSiteSettings } from '~/db/site-settings.server'
import { findSiteSettings, saveSiteSettings, siteForm } from '~/features/site/settings/manage-site.server'
import { pageHead } from '~/http/page.server'
import { confirmEmail } from '~/mail/account-mails.server'
import { contactMessageMail } from '~/mail/contact-message.server'
import { deliver } from '~/mail/transport.server'
import { action } from '~/routes/admin.site/route'
import { applySiteSettings, SITE_DEFAULTS, site } from '~/site.server'
import { makeProfile } from '../factories'
import { takeMails } from '../mail/mailbox'
import { answer, requestAs } from '../requests'

let admin: string
beforeEach(async () => {
  admin = (await makeProfile({ role: 'ADMIN' })).id
})
afterEach(() => applySiteSettings({}))

async function save(form: Record<string, unknown>, version?: string) {
  const current = await findSiteSettings()
  return saveSiteSettings(admin, siteForm.parse(form), version ?? current.version)
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

test('a name that is too long or has a line break is refused with a sentence', () => {
  expect(errorsOf({ name: 'x'.repeat(200) })).toEqual([['name', 'Name can have at most 60 characters, not 200.']])
  for (const name of ['Deals\r\nBcc: all@example.com', 'Deals\nBook']) {
    expect(errorsOf({ name })).toEqual([['name', 'Name must be on one line.']])
  }
})

test('errors of mailboxes and links name the field or the row', () => {
  const links = [
    { label: 'GitHub', url: 'https://github.com/dealbook' },
    { label: 'Mastodon' },
    { url: 'https://dealbook.example' },
    { label: 'Script', url: 'javascript:alert(1)' },
  ]
  expect(errorsOf({ privacy_email: 'privacy@dealbook', links })).toEqual([
    ['privacy_email', 'Privacy mailbox must be an email address, such as hello@example.com.'],
    ['links.1.url', 'Link 2 needs a URL.'],
    ['links.2.label', 'Link 3 needs a name.'],
    ['links.3.url', 'Link 4 must be a full web address, such as https://vendor.example/deal.'],
  ])
  const row = { label: 'GitHub', url: 'https://github.com/dealbook' }
  expect(errorsOf({ links: Array(7).fill(row) })).toEqual([['links', '6 links are the most.']])
})

test('an outdated version is a conflict, and saved changes are entries of the audit log', async () => {
  const { version } = await findSiteSettings()
  expect(await save({ name: 'Dealbook' }, version)).toEqual({ id: 'site' })
  expect(await save({ name: 'Dealhouse' }, version)).toMatchObject({
    status: 409,
    formErrors: [expect.stringContaining('name is “Dealbook”')],
  })
  expect(await findSiteSettings()).toMatchObject({ name: 'Dealbook' })
  const entries = db.selectFrom('audit_log').select(['actor_id', 'action', 'detail'])
  expect(await entries.execute()).toEqual([
    {
      actor_id: admin,
      action: 'site.updated',
      detail: { name: '(empty) → Dealbook' },
    },
  ])
})

test('two first saves at once: one is a conflict', async () => {
  const { version } = await findSiteSettings()
  const saved = await Promise.all([save({ name: 'Dealbook' }, version), save({ name: 'Dealhouse' }, version)])
  expect(saved.filter((one) => one && 'status' in one)).toHaveLength(1)
})

test('a rejected form comes back with everything that was entered', async () => {
  const form = { name: 'x'.repeat(61), 'links[0].label': 'GitHub', 'links[1].url': 'https://dealbook.example' }
  const request = await requestAs({ id: admin }, '/admin/site', form)
  expect(await answer(action({ request, params: {}, context: {} }))).toMatchObject({
    init: { status: 400 },
    data: {
      initialValue: {
        name: 'x'.repeat(61),
        links: [{ label: 'GitHub' }, { url: 'https://dealbook.example' }],
      },
      error: { 'links[0].url': ['Link 1 needs a URL.'], 'links[1].label': ['Link 2 needs a name.'] },
    },
  })
})
