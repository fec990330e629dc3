import type { FieldTable } from '~/http/field-table'

/** Outside links in the footer, and the longest name of one, in characters. */
export const SITE_LINKS = { max: 6, label: 40 } as const

/** An emptied field returns to its default. */
export const SITE_FIELDS = {
  name: { label: 'Name', kind: 'line', max: 60 },
  tagline: { label: 'Headline tagline', kind: 'line', max: 200 },
  footer_tagline: { label: 'Footer tagline', kind: 'line', max: 200 },
  contact_email: { label: 'General mailbox', kind: 'email' },
  vendors_email: { label: 'Vendors mailbox', kind: 'email' },
  privacy_email: { label: 'Privacy mailbox', kind: 'email' },
  mail_from: { label: 'Email sender', kind: 'email' },
  links: { label: 'Outside links', kind: 'rows' },
} as const satisfies FieldTable

/** The pictures of the site, by their columns. */
export const PICTURE_SLOTS = ['logo_light_id', 'logo_dark_id', 'icon_id'] as const
export type PictureSlot = (typeof PICTURE_SLOTS)[number]
export const PICTURE_LABELS: Record<PictureSlot, string> = {
  logo_light_id: 'Logo, light',
  logo_dark_id: 'Logo, dark',
  icon_id: 'Icon',
}

/** The least width and height of an icon, in pixels. */
export const ICON_MIN = 512
