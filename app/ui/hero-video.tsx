import { Icon } from './icon'

type FilmProps = { name: string; poster: string; label: string; width: number; height: number }

/**
 * A silent loop that is decoration. Nothing of it is fetched until the script plays it, which it does not when the
 * reader wants less motion or less data; without scripts there is its poster with a link: browsers would cover the
 * video with their own controls.
 */
export function HeroVideo({ name, poster, label, width, height }: FilmProps) {
  return (
    <div className="hero__video" data-film="">
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
