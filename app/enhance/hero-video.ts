import { listen } from './listen'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

function savesData() {
  return Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData)
}

function start(hero: HTMLElement) {
  const video = hero.querySelector('video')
  const button = hero.querySelector<HTMLElement>('[data-hero-toggle]')
  if (!video || !button) return
  button.hidden = false
  // Show the poster only; nothing is fetched until the button is pressed.
  if (reducedMotion.matches || savesData()) return setLabel(button, false)
  video.play().then(
    () => setLabel(button, true),
    () => setLabel(button, false),
  )
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
  else video.play()
  setLabel(button, !playing)
})

// After the page has loaded, because the video is decoration.
for (const hero of document.querySelectorAll<HTMLElement>('[data-hero-video]')) {
  if (document.readyState === 'complete') start(hero)
  else addEventListener('load', () => start(hero), { once: true })
}
