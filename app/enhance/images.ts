import art from '~/ui/engraving.svg?url'

const SVG = 'http://www.w3.org/2000/svg'

/** Draws what ui/artwork draws for a deal without a picture. */
function placeholder(recipe: string) {
  const [palette, wave, rosette, initials] = recipe.split(' ')
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', `placeholder placeholder--${palette}`)
  svg.setAttribute('viewBox', '0 0 640 360')
  svg.setAttribute('preserveAspectRatio', 'xMidYMid slice')
  svg.setAttribute('aria-hidden', 'true')
  for (const part of [`w${wave}`, `r${rosette}`]) {
    const use = document.createElementNS(SVG, 'use')
    use.setAttribute('href', `${art}#${part}`)
    svg.append(use)
  }
  const text = document.createElementNS(SVG, 'text')
  text.textContent = initials ?? ''
  svg.append(text)
  return svg
}

function replaceBroken(image: HTMLImageElement) {
  if (!image.dataset.art || image.hidden) return
  image.before(placeholder(image.dataset.art))
  image.hidden = true
}

// Errors of images do not bubble, so this listens on the way down.
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replaceBroken(target), {
  capture: true,
})

// Those that failed before this script ran.
for (const image of document.querySelectorAll<HTMLImageElement>('img[data-art]')) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) replaceBroken(image)
}
