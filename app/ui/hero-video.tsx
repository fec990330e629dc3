import { ButtonLink } from './button'
import { classes } from './classes'
import { Icon } from './icon'

type HeroVideoProps = {
  name: string
  /** The first picture of the video, for browsers without AVIF. */
  poster: string
  /** The same in AVIF, as srcset, and the widths at which it is shown. */
  posters: string
  sizes: string
  label: string
  width: number
  height: number
}

// React 18 does not know the attribute by any other spelling.
const PRIORITY = { fetchpriority: 'high' }
const PICTURE = 'size-full object-cover object-[100%_0]'

/**
 * A silent, decorative loop over its poster, which is the largest paint of the page: a poster of the video itself could
 * not be chosen by width and format. The script starts the video once the page has loaded, unless the reader prefers
 * reduced motion or saves data, and nothing of it is fetched before. Without scripts the poster links to the video:
 * native controls would cover it.
 */
export function HeroVideo({ name, poster, posters, sizes, label, width, height }: HeroVideoProps) {
  return (
    <div
      className="relative aspect-8/7 overflow-hidden rounded-lg bg-cover shadow-3 sm:max-lg:aspect-8/5 print:hidden"
      data-hero-video=""
    >
      <picture>
        <source type="image/avif" srcSet={posters} sizes={sizes} />
        <img className={PICTURE} src={poster} width={width} height={height} alt={label} {...PRIORITY} />
      </picture>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: without controls it takes no focus, and the poster says it all */}
      <video
        className={classes(PICTURE, 'absolute inset-0 noscript:hidden')}
        width={width}
        height={height}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
      >
        <source src={`${name}.mp4`} type="video/mp4" />
      </video>
      <noscript>
        <ButtonLink href={`${name}.mp4`} tone="cover" icon="play" className="absolute end-2 top-2">
          Play video
        </ButtonLink>
      </noscript>
      <button
        className="group absolute end-2 top-2 grid size-control cursor-pointer place-items-center rounded-sm border border-cover-foreground/30 bg-[rgb(6_32_23/0.82)] text-cover-foreground focus-visible:outline-ring-on-cover noscript:hidden"
        type="button"
        aria-label="Pause video"
        data-hero-toggle=""
        hidden
      >
        <Icon name="pause" className="group-data-paused:hidden" />
        <Icon name="play" className="hidden group-data-paused:block" />
      </button>
    </div>
  )
}
