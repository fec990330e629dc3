import art from './engraving.svg?url'
import { type Placeholder, placeholderOf } from './placeholder'

type ArtworkProps = {
  /** The attributes of the image, with its size in pixels where that is known. */
  image: { src: string; srcSet?: string; sizes?: string; width?: number; height?: number } | null
  /** Determines the placeholder; usually the slug. */
  seed: string
  title: string
  /** The main image of the page, loaded with high priority; others load lazily. */
  leads?: boolean
}

// React 18 does not know the attribute by any other spelling.
const PRIORITY = { fetchpriority: 'high' }
const LAZY = { loading: 'lazy' } as const

/** An image, or a placeholder without one. `data-art` lets the script draw the placeholder when the image fails. */
export function Artwork({ image, seed, title, leads }: ArtworkProps) {
  const placeholder = placeholderOf(seed, title)
  if (!image) return <PlaceholderArt {...placeholder} />
  return (
    <img
      // Before the address, or a browser may begin to load the image.
      {...(leads ? PRIORITY : LAZY)}
      width="640"
      height="360"
      {...image}
      alt=""
      data-art={[placeholder.palette, placeholder.wave, placeholder.rosette, placeholder.initials].join(' ')}
    />
  )
}

function PlaceholderArt({ palette, wave, rosette, initials }: Placeholder) {
  return (
    <svg
      className={`placeholder placeholder--${palette}`}
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <use href={`${art}#w${wave}`} />
      <use href={`${art}#r${rosette}`} />
      <text>{initials}</text>
    </svg>
  )
}
