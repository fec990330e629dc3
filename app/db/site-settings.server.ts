import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { applySiteSettings, type SiteLink } from '~/site.server'
import { contentVersion } from './content-version.server'
import { db } from './database.server'
import { memoizeByContentVersion } from './memoize-by-content-version.server'
import { isDatabaseDown } from './outage.server'

/** How long a request waits for the settings at most, where the database hangs. */
const MAX_WAIT_MS = 500

const readAnnounced = memoizeByContentVersion(readSettings)
let unannounced: ReturnType<typeof readSettings> | undefined
let latest: ReturnType<typeof readSettings> | undefined

/**
 * Renews `site`, which most code reads synchronously: before each request of the app and before each job. They are read
 * from the database after announced changes only. When that fails, the last ones stay.
 */
export async function refreshSiteSettings() {
  if (isDatabaseDown()) return
  const applied = applyLatest().catch(() => {})
  await Promise.race([applied, sleep(MAX_WAIT_MS, undefined, { ref: false })])
}

async function applyLatest() {
  const reading = contentVersion() === undefined ? readUnannounced() : readAnnounced()
  latest = reading
  const stored = await reading
  // A slow query must not bring back older settings.
  if (latest === reading) applySiteSettings(stored ?? {})
}

/** Without announcements every call would read; one query at a time is enough for a database that hangs. */
function readUnannounced() {
  unannounced ??= readSettings().finally(() => {
    unannounced = undefined
  })
  return unannounced
}

async function readSettings() {
  return db
    .selectFrom('site_settings')
    .select(['name', 'tagline', 'footer_tagline', 'contact_email', 'vendors_email', 'privacy_email', 'mail_from'])
    .select(sql<SiteLink[]>`links`.as('links'))
    .select([pictureOf('logo_light'), pictureOf('logo_dark'), pictureOf('icon')])
    .executeTakeFirst()
}

function pictureOf<Slot extends 'logo_light' | 'logo_dark' | 'icon'>(slot: Slot) {
  const picture = db
    .selectFrom('pictures')
    .select(['sha256', 'width', 'height'])
    .where('pictures.id', '=', sql.ref<string>(`site_settings.${slot}_id`))
  return jsonObjectFrom(picture).as(slot)
}
