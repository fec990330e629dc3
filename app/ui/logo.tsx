import { Link } from '@remix-run/react'
import { classes } from './classes'
import { ORIGINAL_SITE, useSite } from './site'

const PLACES = { header: 'min-h-control', footer: '' }
const HEIGHTS = { header: 'h-6 sm:h-7', page: 'h-7', footer: 'h-7' }

const LOOK = 'inline-flex min-w-0 max-w-full items-center rounded-xs no-underline'

/** Both logos with the name of the site; the theme shows one. */
export function Logo() {
  const { siteName } = useSite()
  return (
    <span className={`${LOOK} min-h-control`}>
      <Images alt={siteName} height={HEIGHTS.page} />
    </span>
  )
}

export function LogoLink({ place }: { place: keyof typeof PLACES }) {
  const { siteName } = useSite()
  return (
    <Link discover="none" className={classes(LOOK, PLACES[place])} to="/" aria-label={`${siteName}, home`}>
      <Images alt="" height={HEIGHTS[place]} />
    </Link>
  )
}

const ORIGINAL = {
  light: { src: '/logo-light.svg', width: 231, height: 32 },
  dark: { src: '/logo-dark.svg', width: 231, height: 32 },
}

/**
 * On paper the light one, whatever the theme. Another name without a logo is written, because the original logo has the
 * letters of ours.
 */
function Images({ alt, height }: { alt: string; height: string }) {
  const { siteName, logo } = useSite()
  if (!logo && siteName !== ORIGINAL_SITE.siteName) {
    return <span className="truncate font-[560] font-display text-title">{siteName}</span>
  }
  const { light, dark } = logo ?? ORIGINAL
  const size = classes('w-auto max-w-full object-contain', height)
  return (
    <>
      <img {...light} className={classes(size, 'dark:hidden print:block')} alt={alt} />
      <img {...dark} className={classes(size, 'hidden dark:block print:hidden')} alt={alt} loading="lazy" />
    </>
  )
}
