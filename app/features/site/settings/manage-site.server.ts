import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { emailField } from '~/features/people/accounts/account-form.server'
import { fingerprint, saveAudited } from '~/features/people/audit/audited-rows.server'
import { address, line, optional } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import type { SiteLink } from '~/site.server'
import { SITE_LIMITS } from './site-settings'

const TEXTS = [
  'name',
  'tagline',
  'footer_tagline',
  'contact_email',
  'vendors_email',
  'privacy_email',
  'mail_from',
] as const

/** The name is part of mail headers, so a line break is refused, not replaced. */
const siteName: Parser = (submitted) =>
  /[\r\n]/.test(submitted) ? new ValueError('must be on one line') : line(SITE_LIMITS.name)(submitted)

const mailbox: Parser = (submitted) => {
  const email = emailField.safeParse(submitted)
  return email.success ? email.data : new ValueError('must be an email address, such as hello@example.com')
}

/** Up to six rows; empty ones are left out. Errors name the row by its number. */
const links = z
  .array(z.object({ label: z.string().default(''), url: z.string().default('') }))
  .max(SITE_LIMITS.links, `${SITE_LIMITS.links} links are the most.`)
  .default([])
  .transform((rows, context) => {
    return rows.flatMap(({ label, url }, index): SiteLink[] => {
      if (!label.trim() && !url.trim()) return []
      const read = (field: 'label' | 'url', submitted: string, parse: Parser, noun: string) => {
        const value = submitted.trim() ? parse(submitted.trim()) : new ValueError(`needs a ${noun}`)
        if (!(value instanceof ValueError)) return value
        context.addIssue({ code: 'custom', path: [index, field], message: `Link ${index + 1} ${value.words}.` })
        return ''
      }
      return [{ label: read('label', label, line(SITE_LIMITS.label), 'name'), url: read('url', url, address, 'URL') }]
    })
  })

/** An emptied field returns to its default. */
export const siteForm = z.object({
  name: optional('Name', siteName, null),
  tagline: optional('Headline tagline', line(SITE_LIMITS.tagline), null),
  footer_tagline: optional('Footer tagline', line(SITE_LIMITS.tagline), null),
  contact_email: optional('General mailbox', mailbox, null),
  vendors_email: optional('Vendors mailbox', mailbox, null),
  privacy_email: optional('Privacy mailbox', mailbox, null),
  mail_from: optional('Email sender', mailbox, null),
  links,
})
type SiteValues = z.infer<typeof siteForm>

/** The stored settings; null where the default is used. */
export async function findSiteSettings(executor: Executor = db) {
  const row = await executor
    .selectFrom('site_settings')
    .select(TEXTS)
    .select(sql<SiteLink[]>`links`.as('links'))
    .executeTakeFirst()
  const settings: SiteValues = row ?? {
    name: null,
    tagline: null,
    footer_tagline: null,
    contact_email: null,
    vendors_email: null,
    privacy_email: null,
    mail_from: null,
    links: [],
  }
  return { ...settings, version: fingerprint(fieldsOf(settings)) }
}

/** As one value for each field, which the audit log and conflicts can show. */
const fieldsOf = ({ links, ...texts }: SiteValues) => ({
  ...texts,
  links: links.map(({ label, url }) => `${label} ${url}`).join(', ') || null,
})

export async function saveSiteSettings(actor: string, values: SiteValues, version: string) {
  const row = { ...values, links: JSON.stringify(values.links) }
  return saveAudited({
    actor,
    entity: 'site',
    id: 'site',
    version,
    values: fieldsOf(values),
    label: values.name ?? '',
    // There may be no row yet that could be locked.
    lock: (trx) => sql`lock table site_settings in share row exclusive mode`.execute(trx),
    find: async (trx) => {
      const { version: _, ...stored } = await findSiteSettings(trx)
      return fieldsOf(stored)
    },
    insert: () => Promise.reject(new Error('There is one row of settings')),
    update: (trx) =>
      trx
        .insertInto('site_settings')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute(),
    taken: {},
  })
}
