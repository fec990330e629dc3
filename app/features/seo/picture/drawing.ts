import { breakLines, type Face, outline, widthOf, writable } from './typeset.ts'

/** What the picture says, all of it already in words. */
export type PictureWords = {
  siteName: string
  title: string
  vendor: string
  price: string
  /** The price before, where something is saved. */
  before: string | null
  status: { word: string; tone: keyof typeof TONES }
  /** "4.6" and "12 reviews"; null without reviews. */
  rating: { average: string; count: string } | null
}

const [LEFT, RIGHT, TITLE_WIDTH] = [88, 1112, 690]
/** The cover of the book, in the light theme's inks: there is no dark picture. */
const INK = { cover: '#0a3b2b', line: '#1f6b50', paper: '#f1f7f2', quiet: '#b4cfc0', gilt: '#e3b85c', seal: '#0d4a36' }
const TONES = {
  active: ['#dff0e6', '#0a5039'],
  ending: ['#fce8e5', '#911c14'],
  expired: ['#18251f', '#b4cfc0'],
  upcoming: ['#faefd5', '#6d4700'],
} as const

/** The picture of a deal, 1200 by 630, as SVG that needs no font. */
export function drawPicture(words: PictureWords): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    `<rect width="1200" height="630" fill="${INK.cover}"/>`,
    rosette(),
    seal(words.rating),
    mark(),
    line(words.siteName, 'display', 40, LEFT + 62, 117, INK.paper),
    ...heading(words.title, words.vendor),
    ...sum(words.price, words.before),
    badge(words.status),
    '</svg>',
  ].join('\n')
}

function heading(title: string, vendor: string) {
  // A title in letters that the fonts lack is on the page; the picture then speaks of the vendor.
  const named = writable(title, 'display')
  const text = named || writable(vendor, 'display') || 'A lifetime deal'
  const sizes = [84, 66, 52]
  for (const size of sizes) {
    const lines = breakLines(text, 'display', size, TITLE_WIDTH, size === 84 ? 2 : 3, size === sizes.at(-1))
    if (!lines) continue
    const step = size * 1.12
    // One or two lines stand lower, so that the block keeps its middle.
    const top = 268 + size * 0.12 - (lines.length - 1) * step * 0.3
    const by = named && writable(vendor, 'text')
    return [
      ...lines.map((words, place) => line(words, 'display', size, LEFT, top + place * step, INK.paper)),
      by ? line(`by ${fitted(by)}`, 'text', 30, LEFT, top + (lines.length - 1) * step + 52, INK.quiet) : '',
    ]
  }
  return []
}

const fitted = (vendor: string) => breakLines(vendor, 'text', 30, TITLE_WIDTH - 40, 1, true)![0]!

/** A total stands on a double rule. */
function sum(price: string, before: string | null) {
  const [size, y] = [64, 530]
  const end = LEFT + widthOf(price, 'display', size)
  const width = before ? widthOf(before, 'text', 34) : 0
  return [
    line(price, 'display', size, LEFT, y, INK.paper),
    `<path d="M${LEFT} 554H${end.toFixed(1)}M${LEFT} 562H${end.toFixed(1)}" stroke="${INK.gilt}" stroke-width="2"/>`,
    before ? line(before, 'text', 34, end + 28, y, INK.quiet) : '',
    before
      ? `<path d="M${(end + 24).toFixed(1)} ${y - 12}h${(width + 8).toFixed(1)}" stroke="${INK.quiet}" stroke-width="2.5"/>`
      : '',
  ]
}

function badge({ word, tone }: PictureWords['status']) {
  const [fill, ink] = TONES[tone]
  const width = widthOf(word, 'text', 28) + 48
  const x = RIGHT - width
  return `<rect x="${x.toFixed(1)}" y="508" width="${width.toFixed(1)}" height="54" rx="10" fill="${fill}"/>${line(word, 'text', 28, x + 24, 545, ink)}`
}

function seal(rating: PictureWords['rating']) {
  const disc = `<circle cx="956" cy="262" r="112" fill="${INK.seal}" stroke="${INK.gilt}" stroke-width="2"/><circle cx="956" cy="262" r="104" fill="none" stroke="${INK.gilt}" stroke-width="2"/>`
  if (!rating) {
    return `${disc}<path d="M914 264l30 30 58-64" fill="none" stroke="${INK.gilt}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>`
  }
  return [
    disc,
    `<path transform="translate(956 206)" fill="${INK.gilt}" d="M0-20l5.9 12 13.2 1.9-9.5 9.3 2.2 13.1L0 10.1-11.8 16.3l2.2-13.1-9.5-9.3L-5.9-8z"/>`,
    centred(rating.average, 'display', 72, 956, 292, INK.paper),
    centred(rating.count, 'text', 22, 956, 326, INK.quiet),
  ].join('')
}

function rosette() {
  const turned = (rx: number, ry: number, n: number) =>
    Array.from(
      { length: n },
      (_, i) => `<ellipse rx="${rx}" ry="${ry}" transform="rotate(${((180 / n) * i).toFixed(1)})"/>`,
    ).join('')
  return `<g transform="translate(956 262)" fill="none" stroke="${INK.line}" stroke-width="1.2">${turned(330, 190, 18)}${turned(216, 118, 20)}</g>`
}

/** The mark of the logo, as in the favicon. */
function mark() {
  return `<g transform="translate(${LEFT} 78) scale(1.5)"><rect width="32" height="32" fill="#0f6b4d" rx="7"/><path fill="#fff" d="M9.8 4.96q.33 0 .42.11.08.1.08.43v12.16q0 .38-.11.48-.12.1-.49.1H8q-.23 0-.28.09-.06.09-.06.31v1.44q0 .35.11.44.11.08.42.08H23.8q.37 0 .45-.11.07-.12.07-.48v-6.32q0-.27-.1-.33-.11-.06-.37-.06h-1.27q-.29 0-.33.08t-.06.36q-.03 1.66-.48 2.65-.44.98-1.35 1.41-.91.44-2.38.44h-3.01q-.35 0-.45-.1t-.1-.46V5.44q0-.32.12-.4t.43-.08h1.81q.31 0 .43-.07.11-.08.11-.42V3.1q0-.34-.11-.42-.1-.08-.43-.08H8.15q-.32 0-.4.09-.09.09-.09.43v1.41q0 .28.08.36.08.07.33.07Z"/><path stroke="${INK.gilt}" stroke-width="2" d="M6.5 24.2h19M6.5 28h19"/></g>`
}

function line(text: string, face: Face, size: number, x: number, y: number, ink: string) {
  return `<path fill="${ink}" d="${outline(text, face, size, x, y)}"/>`
}

function centred(text: string, face: Face, size: number, x: number, y: number, ink: string) {
  return line(text, face, size, x - widthOf(text, face, size) / 2, y, ink)
}
