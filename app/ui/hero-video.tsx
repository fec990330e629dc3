import { ButtonLink } from './button'
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

/**
 * A silent, decorative loop over its poster, which is the largest paint of the page: a poster of the video itself could
 * not be chosen by width and format. The script starts the video once the page has loaded, unless the reader prefers
 * reduced motion or saves data, and nothing of it is fetched before. Without scripts the poster links to the video:
 * native controls would cover it.
 */
export function HeroVideo({ name, poster, posters, sizes, label, width, height }: HeroVideoProps) {
  return (
    <div className="hero__video" data-hero-video="">
      <picture>
        <source type="image/avif" srcSet={posters} sizes={sizes} />
        <img src={poster} width={width} height={height} alt={label} {...PRIORITY} />
      </picture>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: without controls it takes no focus, and the poster says it all */}
      <video width={width} height={height} muted loop playsInline preload="none" aria-hidden="true">
        <source src={`${name}.mp4`} type="video/mp4" />
        <source src={`${name}.webm`} type="video/webm" />
      </video>
      <noscript>
        <ButtonLink tone="cover" icon="play" className="hero__play" href={`${name}.mp4`}>
          Play video
        </ButtonLink>
      </noscript>
      <button className="hero__pause" type="button" aria-label="Pause video" hidden>
        <Icon name="pause" />
        <Icon name="play" />
      </button>
    </div>
  )
}
