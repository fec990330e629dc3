import { Icon } from './icon'

type FilmProps = { name: string; poster: string; label: string; width: number; height: number }

/**
 * A silent loop that is decoration. Nothing of it is fetched until the script plays it, which it does not when the
 * reader wants less motion or less data; without the script the browser's own controls are there.
 */
export function Film({ name, poster, label, width, height }: FilmProps) {
  return (
    <div className="hero__film" data-film="">
      <video
        poster={poster}
        width={width}
        height={height}
        muted
        loop
        playsInline
        controls
        preload="none"
        aria-label={label}
      >
        <source src={`${name}.webm`} type="video/webm" />
        <source src={`${name}.mp4`} type="video/mp4" />
      </video>
      <button className="hero__pause" type="button" aria-label="Pause video" hidden>
        <Icon name="pause" />
        <Icon name="play" />
      </button>
    </div>
  )
}
