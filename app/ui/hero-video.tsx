import { Icon } from './icon'

type HeroVideoProps = { name: string; poster: string; label: string; width: number; height: number }

/**
 * A silent, decorative loop. The script starts it, unless the reader prefers reduced motion or saves data, and nothing
 * is fetched before. Without scripts the poster links to the video: native controls would cover it.
 */
export function HeroVideo({ name, poster, label, width, height }: HeroVideoProps) {
  return (
    <div className="hero__video" data-hero-video="">
      <video poster={poster} width={width} height={height} muted loop playsInline preload="none" aria-label={label}>
        <source src={`${name}.webm`} type="video/webm" />
        <source src={`${name}.mp4`} type="video/mp4" />
      </video>
      <noscript>
        <img src={poster} width={width} height={height} alt={label} />
        <a className="hero__play btn btn--sm btn--cover" href={`${name}.mp4`}>
          <Icon name="play" />
          Play video
        </a>
      </noscript>
      <button className="hero__pause" type="button" aria-label="Pause video" hidden>
        <Icon name="pause" />
        <Icon name="play" />
      </button>
    </div>
  )
}
