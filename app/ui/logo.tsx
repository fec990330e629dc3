import { Link } from '@remix-run/react'
import { classes } from './classes'
import { ORIGINAL_SITE, useSite } from './site'

const PLACES = { header: 'min-h-control', page: 'min-h-control', footer: '' }
const HEIGHTS = { header: 'h-6 sm:h-7', page: 'h-7', footer: 'h-7' }

const NAME = 'truncate font-[560] font-display text-title'

type LogoProps = { place?: keyof typeof PLACES }

const lookOf = (place: keyof typeof PLACES) =>
  classes('inline-flex min-w-0 max-w-full items-center rounded-xs no-underline', PLACES[place])

/** Both logos; the theme shows one. `named` where no link around them already says the name. */
export function Logo({ named, place = 'page' }: LogoProps & { named?: boolean }) {
  const { siteName } = useSite()
  return (
    <span className={lookOf(place)}>
      <Images alt={named ? siteName : ''} place={place} />
    </span>
  )
}

export function LogoLink({ place = 'page' }: LogoProps) {
  const { siteName } = useSite()
  return (
    <Link discover="none" className={lookOf(place)} to="/" aria-label={`${siteName}, home`}>
      <Images alt="" place={place} />
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
function Images({ alt, place }: { alt: string; place: keyof typeof PLACES }) {
  const { siteName, logo } = useSite()
  if (!logo && siteName !== ORIGINAL_SITE.siteName) return <span className={NAME}>{siteName}</span>
  const { light, dark } = logo ?? ORIGINAL
  const size = classes('w-auto max-w-full object-contain', HEIGHTS[place])
  return (
    <>
      <img {...light} className={classes(size, 'dark:hidden print:block')} alt={alt} />
      <img {...dark} className={classes(size, 'hidden dark:block print:hidden')} alt={alt} loading="lazy" />
    </>
  )
}
