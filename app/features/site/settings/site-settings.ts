/** In characters, as in the database's constraints; `links` is their number. */
export const SITE_LIMITS = { name: 60, tagline: 200, links: 6, label: 40 } as const

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
