import { listen } from './listen'

const root = document.documentElement
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

function savesData() {
  return Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData)
}

/** Plays the video of the theme. */
function play(video: HTMLVideoElement) {
  const file = `/video/hero-${root.classList.contains('dark') ? 'dark' : 'light'}.mp4`
  if (!video.src.endsWith(file)) video.src = file
  return video.play()
}

function start(hero: HTMLElement) {
  const video = hero.querySelector('video')
  const button = hero.querySelector<HTMLElement>('[data-hero-toggle]')
  if (!video || !button) return
  button.hidden = false
  new MutationObserver(() => followTheme(video)).observe(root, { attributeFilter: ['class'] })
  // Show the poster only; nothing is fetched until the button is pressed.
  if (reducedMotion.matches || savesData()) return setLabel(button, false)
  play(video).then(
    () => setLabel(button, true),
    () => setLabel(button, false),
  )
}

/** A video of the other theme gives way to the poster, and plays again if it did. */
function followTheme(video: HTMLVideoElement) {
  const isPaused = video.paused
  video.removeAttribute('src')
  video.load()
  if (!isPaused) play(video)
}

function setLabel(button: HTMLElement, playing: boolean) {
  button.setAttribute('aria-label', playing ? 'Pause video' : 'Play video')
  button.toggleAttribute('data-paused', !playing)
}

listen('click', '[data-hero-toggle]', (button) => {
  const video = button.parentElement?.querySelector('video')
  if (!video) return
  const playing = !video.paused
  if (playing) video.pause()
  else play(video)
  setLabel(button, !playing)
})

// After the page has loaded, because the video is decoration.
for (const hero of document.querySelectorAll<HTMLElement>('[data-hero-video]')) {
  if (document.readyState === 'complete') start(hero)
  else addEventListener('load', () => start(hero), { once: true })
}
