import { listen } from './listen'

const still = matchMedia('(prefers-reduced-motion: reduce)')

function savesData() {
  return Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData)
}

function start(film: HTMLElement) {
  const video = film.querySelector('video')
  const button = film.querySelector<HTMLElement>('.hero__pause')
  if (!video || !button) return
  button.hidden = false
  // Poster only: nothing is fetched until somebody asks for it.
  if (still.matches || savesData()) return setLabel(button, false)
  video.play().then(
    () => setLabel(button, true),
    () => setLabel(button, false),
  )
}

function setLabel(button: HTMLElement, playing: boolean) {
  button.setAttribute('aria-label', playing ? 'Pause video' : 'Play video')
  button.toggleAttribute('data-paused', !playing)
}

listen('click', '.hero__pause', (button) => {
  const video = button.parentElement?.querySelector('video')
  if (!video) return
  const playing = !video.paused
  if (playing) video.pause()
  else video.play()
  setLabel(button, !playing)
})

// After the page's own work: the film is decoration.
for (const film of document.querySelectorAll<HTMLElement>('[data-film]')) {
  if (document.readyState === 'complete') start(film)
  else addEventListener('load', () => start(film), { once: true })
}
