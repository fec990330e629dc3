import { Link } from '@remix-run/react'
import { classes } from './classes'

const PLACES = { header: 'min-h-control', page: 'min-h-control', footer: '' }
const HEIGHTS = { header: 'h-6 sm:h-7', page: 'h-7', footer: 'h-7' }

type LogoProps = { place?: keyof typeof PLACES }

const lookOf = (place: keyof typeof PLACES) => classes('inline-flex items-center rounded-xs', PLACES[place])

/** Both logos; the theme shows one. `named` where no link around them already says the name. */
export function Logo({ named, place = 'page' }: LogoProps & { named?: boolean }) {
  return (
    <span className={lookOf(place)}>
      <Images alt={named ? 'Lifetime Ledger' : ''} place={place} />
    </span>
  )
}

export function LogoLink({ place = 'page' }: LogoProps) {
  return (
    <Link discover="none" className={lookOf(place)} to="/" aria-label="Lifetime Ledger, home">
      <Images alt="" place={place} />
    </Link>
  )
}

/** On paper the light one, whatever the theme. */
function Images({ alt, place }: { alt: string; place: keyof typeof PLACES }) {
  const size = classes('w-auto', HEIGHTS[place])
  return (
    <>
      <img
        className={classes(size, 'dark:hidden print:block')}
        src="/logo-light.svg"
        width="231"
        height="32"
        alt={alt}
      />
      <img
        className={classes(size, 'hidden dark:block print:hidden')}
        src="/logo-dark.svg"
        width="231"
        height="32"
        alt={alt}
        loading="lazy"
      />
    </>
  )
}
