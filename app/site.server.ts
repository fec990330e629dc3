import { env } from './env.server'

/** An outside link of the footer. */
export type SiteLink = { label: string; url: string }

/** A stored picture, with the size of the original. */
export type SitePicture = { sha256: string; width: number; height: number }

/** What the site is called and says about itself, unless an admin sets something else at /admin/site. */
export const SITE_DEFAULTS = {
  name: env.SITE_NAME,
  tagline: 'Discover the best SaaS lifetime deals, backed by real buyer reviews and verified change logs.',
  footer_tagline: 'Your trusted source for discovering lifetime software deals.',
  contact_email: env.CONTACT_EMAIL,
  vendors_email: env.VENDORS_EMAIL,
}

type Site = typeof SITE_DEFAULTS & {
  /** Null for `contact_email`. */
  privacy_email: string | null
  /** Null for `defaultSender()`. */
  mail_from: string | null
  links: SiteLink[]
  /** Null for those of the program. */
  logo_light: SitePicture | null
  logo_dark: SitePicture | null
  icon: SitePicture | null
}

const ORIGINAL: Site = {
  ...SITE_DEFAULTS,
  privacy_email: null,
  mail_from: null,
  links: [],
  logo_light: null,
  logo_dark: null,
  icon: null,
}

declare global {
  var currentSite: Site | undefined
}
// In development, Vite loads this module once for the edge and once for the pages.
globalThis.currentSite ??= { ...ORIGINAL }

/** The settings that admins change while the site runs, as this process knows them (db/site-settings.server.ts). */
export const site: Site = globalThis.currentSite

/** Replaces the settings. What is null or missing is the default. */
export function applySiteSettings(stored: { [Name in keyof Site]?: Site[Name] | null }) {
  const given = Object.entries(stored).filter(([, value]) => value !== null)
  Object.assign(site, ORIGINAL, Object.fromEntries(given))
}

/** The sender of mails without a setting. */
export function defaultSender() {
  const { hostname } = new URL(env.SITE_URL)
  return env.MAIL_FROM ?? `no-reply@${hostname.includes('.') ? hostname : 'localhost.invalid'}`
}

/** Whether the site is called as the program, whose logo and preview picture have its letters. */
export const hasOriginalName = () => site.name === 'Lifetime Ledger'

/** The path of the icon as a picture for others. */
export function iconPath() {
  return site.icon ? `/pictures/${site.icon.sha256}-480.webp` : '/apple-touch-icon.png'
}
