/** A file of this site, such as "/demo/quillstack.svg". */
export const OWN_PICTURE = /^\/[a-z0-9_-]+(?:\/[a-z0-9_-]+)*\.[a-z0-9]+$/

/** Of the stored files, in pixels. */
export const PICTURE_WIDTHS = [480, 960, 1440] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

export const PICTURE_MAX_BYTES = 10 * 1024 * 1024
export const PICTURE_PROBLEMS = {
  unreadable: 'Not a picture we can read.',
  tooLarge: 'Larger than 10 MB.',
  tooManyPixels: 'More than 50 megapixels.',
  svg: 'An SVG cannot be used.',
  busy: 'We are processing many files right now. Try again in a minute.',
} as const

/** Width and height are those of the original. */
export type StoredPicture = { sha256: string; width: number; height: number }

export const pictureSrc = (sha256: string, width: PictureWidth) => `/pictures/${sha256}-${width}.webp`

/** The widths in which a picture is stored: no more than it takes to show all of its pixels. */
export function storedWidths(original: number): PictureWidth[] {
  return PICTURE_WIDTHS.filter((_, index) => index === 0 || PICTURE_WIDTHS[index - 1]! < original)
}

/** What a page shows: a stored picture, or a file of the program such as "/demo/quillstack.svg". */
export type ShownPicture = StoredPicture | { path: string }

/** The image of a picture in full width, for feeds and structured data. */
export function fullSrc(picture: ShownPicture | null) {
  if (!picture) return undefined
  return 'path' in picture ? ownPath(picture.path) : pictureSrc(picture.sha256, 1440)
}

/**
 * The attributes of the image of a picture: a thumbnail, unless `sizes` says how wide the image is laid out.
 *
 * @param widest the widest file that is worth its bytes there
 */
export function imageOf(picture: ShownPicture | null | undefined, sizes?: string, widest: PictureWidth = 1440) {
  if (!picture) return null
  if ('path' in picture) {
    const src = ownPath(picture.path)
    return src ? { src } : null
  }
  const { sha256, width, height } = picture
  if (!sizes) return { src: pictureSrc(sha256, 480), width, height }
  const widths = storedWidths(width).filter((stored) => stored <= widest)
  const srcSet = widths.map((stored) => `${pictureSrc(sha256, stored)} ${stored}w`)
  return { src: pictureSrc(sha256, 960), srcSet: srcSet.join(', '), sizes, width, height }
}

const ownPath = (path: string) => (OWN_PICTURE.test(path) ? path : undefined)
