import { Icon } from './icon'

/**
 * A silent, decorative loop over its poster, one of each for either theme. The poster is a background of
 * styles/hero.css, so that only the one of the theme is fetched. The script starts the video of the theme once the page
 * has loaded, unless the reader prefers reduced motion or saves data. Without scripts there is only the poster.
 */
export function HeroVideo() {
  return (
    <div
      className="hero-video relative aspect-8/7 overflow-hidden rounded-lg shadow-3 sm:max-lg:aspect-8/5 print:hidden"
      data-hero-video=""
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: without controls it takes no focus, and it says nothing */}
      <video
        className="absolute inset-0 size-full object-cover object-[100%_0] noscript:hidden"
        width={960}
        height={840}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
      />
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
