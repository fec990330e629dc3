import art from '~/ui/engraving.svg?url'

const SVG = 'http://www.w3.org/2000/svg'

/** Builds the same placeholder as ui/artwork. */
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

// Image errors do not bubble, so listen in the capture phase.
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replaceBroken(target), {
  capture: true,
})

// Images that failed before this script ran.
for (const image of document.querySelectorAll<HTMLImageElement>('img[data-art]')) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) replaceBroken(image)
}
