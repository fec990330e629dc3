import { sql } from 'kysely'
import { z } from 'zod'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { emailField } from '~/features/people/accounts/account-form.server'
import type { StoredKind } from '~/features/people/records/save-record.server'
import { formOf } from '~/http/field-schema.server'
import { address, line } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import type { SiteLink } from '~/site.server'
import { SITE_FIELDS, SITE_LINKS } from './site-settings'

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
  /[\r\n]/.test(submitted) ? new ValueError('must be on one line') : line(SITE_FIELDS.name.max)(submitted)

const mailbox: Parser = (submitted) => {
  const email = emailField.safeParse(submitted)
  return email.success ? email.data : new ValueError('must be an email address, such as hello@example.com')
}

/** Up to six rows; empty ones are left out. Errors name the row by its number. */
const links = z
  .array(z.object({ label: z.string().default(''), url: z.string().default('') }))
  .max(SITE_LINKS.max, `${SITE_LINKS.max} links are the most.`)
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
      return [{ label: read('label', label, line(SITE_LINKS.label), 'name'), url: read('url', url, address, 'URL') }]
    })
  })

export const siteForm = formOf(SITE_FIELDS, {
  name: siteName,
  contact_email: mailbox,
  vendors_email: mailbox,
  privacy_email: mailbox,
  mail_from: mailbox,
  links,
})
type SiteValues = z.output<typeof siteForm>

const UNSET: SiteValues = {
  name: null,
  tagline: null,
  footer_tagline: null,
  contact_email: null,
  vendors_email: null,
  privacy_email: null,
  mail_from: null,
  links: [],
}

/** The stored settings; null where the default is used. Before the first save there is no row. */
export async function findSiteSettings(executor: Executor = db) {
  const row = await executor
    .selectFrom('site_settings')
    .select([...TEXTS, 'version'])
    .select(sql<SiteLink[]>`links`.as('links'))
    .executeTakeFirst()
  return row ?? { ...UNSET, version: 0 }
}

export const SITE: StoredKind<SiteValues> = {
  entity: 'site',
  fields: SITE_FIELDS,
  titleOf: ({ name }) => name ?? '',
  // There may be no row yet that could be locked.
  lock: (trx) => sql`lock table site_settings in share row exclusive mode`.execute(trx),
  find: (executor) => findSiteSettings(executor),
  update(trx, _id, values) {
    const row = { ...values, links: JSON.stringify(values.links) }
    return trx
      .insertInto('site_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, version: sql`site_settings.version + 1` }))
      .execute()
  },
}
