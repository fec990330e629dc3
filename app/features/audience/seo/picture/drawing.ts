import fs from 'node:fs'
import path from 'node:path'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import type { Font } from 'satori'
import satori from 'satori'

/** The texts of the picture, already formatted. */
export type PictureTexts = {
  siteName: string
  /** Whether the site has the name of the program, whose mark is beside it. */
  hasMark: boolean
  title: string
  /** Empty, as price and status are null, for the picture of the site itself. */
  vendor: string
  price: string | null
  /** The original price of a discounted deal. */
  before: string | null
  status: { word: string; tone: keyof typeof TONES } | null
  /** "4.6" and "12 reviews"; null without reviews. */
  rating: { average: string; count: string } | null
}

const [WIDTH, HEIGHT] = [1200, 630]
const MARGIN = 88
const TONES = {
  active: { background: '#dff0e6', color: '#0a5039' },
  ending: { background: '#fce8e5', color: '#911c14' },
  expired: { background: '#18251f', color: '#b4cfc0' },
  upcoming: { background: '#faefd5', color: '#6d4700' },
} as const

/** The preview picture of a deal or of the site, 1200 by 630, as SVG with all text as outlines. */
export async function drawPicture(texts: PictureTexts): Promise<string> {
  const layout = box(
    { width: WIDTH, height: HEIGHT, color: COLORS.paper, ...text('text', 28) },
    texts.rating && ratingText(texts.rating),
    box(
      { position: 'absolute', left: texts.hasMark ? MARGIN + 62 : MARGIN, top: 69, ...text('display', 40) },
      drawableText(texts.siteName),
    ),
    heading(texts),
    box({ position: 'absolute', left: MARGIN, right: MARGIN, bottom: 68, alignItems: 'flex-end' }, ...footer(texts)),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.cover}"/>`,
    rosette(),
    seal(texts.rating !== null),
    texts.hasMark ? mark() : '',
    await satori(layout, { width: WIDTH, height: HEIGHT, fonts: FONTS }),
    '</svg>',
  ].join('\n')
}

function heading(texts: PictureTexts) {
  // A title in a script that the fonts lack is replaced by the vendor's name.
  const named = drawableText(texts.title)
  const title = named || drawableText(texts.vendor) || 'A deal'
  const vendor = named && drawableText(texts.vendor)
  return box(
    {
      position: 'absolute',
      left: MARGIN,
      top: 140,
      width: 690,
      height: 300,
      flexDirection: 'column',
      justifyContent: 'center',
    },
    lines(title, { ...text('display', titleSize(title)), lineHeight: 1.12, lineClamp: 3 }),
    vendor && lines(`by ${vendor}`, { ...text('text', 30), color: COLORS.quiet, marginTop: 14, lineClamp: 1 }),
  )
}

/** The largest size in pixels at which most titles of that length fit into three lines; longer ones are cut. */
function titleSize({ length }: string) {
  if (length <= 26) return 84
  return length <= 50 ? 66 : 52
}

function footer({ price, before, status }: PictureTexts) {
  const rule = `2px solid ${COLORS.gilt}`
  return [
    box(
      { flexDirection: 'column' },
      price && box({ ...text('display', 64), lineHeight: 1.2, marginBottom: 6 }, price),
      box({ height: 10, borderTop: rule, borderBottom: rule }),
    ),
    before &&
      box(
        { ...text('text', 34), color: COLORS.quiet, textDecoration: 'line-through', margin: '0 0 20px 28px' },
        before,
      ),
    status && box({ marginLeft: 'auto', padding: '8px 24px', borderRadius: 10, ...TONES[status.tone] }, status.word),
  ]
}

function ratingText({ average, count }: { average: string; count: string }) {
  return box(
    { position: 'absolute', left: 844, top: 228, width: 224, flexDirection: 'column', alignItems: 'center' },
    box({ ...text('display', 72), lineHeight: 1 }, average),
    box({ ...text('text', 22), color: COLORS.quiet, marginTop: 4 }, count),
  )
}

const text = (family: Family, size: number): CSSProperties => ({ fontFamily: familyStack(family), fontSize: size })

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)

const lines = (content: string, style: CSSProperties) =>
  createElement('div', { style: { display: 'block', wordBreak: 'break-word', ...style } }, content)

// The renderer reads no WOFF2, as pages load it. These are files of weight 500 of @fontsource 5.3.0.
const FAMILIES = { display: 'besley', text: 'hanken-grotesk' }
/** The characters of the files, which are the same in both families. */
const SUBSETS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}
type Family = keyof typeof FAMILIES

/** The font-family list of a family: each subset is a separate font. */
const familyStack = (family: Family) =>
  Object.keys(SUBSETS)
    .map((subset) => `${family}-${subset}`)
    .join(', ')

const FONTS: Font[] = (Object.keys(FAMILIES) as Family[]).flatMap((family) =>
  Object.keys(SUBSETS).map((subset) => ({
    name: `${family}-${subset}`,
    weight: 500,
    data: fs.readFileSync(path.join(import.meta.dirname, 'fonts', `${FAMILIES[family]}-${subset}.woff`)),
  })),
)

/** The code points of the files, as [first, last]. */
const RANGES = Object.values(SUBSETS)
  .flatMap((ranges) => ranges.split(','))
  .map((range) => {
    const [first, last = first] = range.slice('U+'.length).split('-')
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const
  })

/** A text without the characters that the fonts lack, which would be drawn as boxes. Empty when none is left. */
function drawableText(text: string) {
  const hasGlyph = (character: string) => {
    const point = character.codePointAt(0)!
    return RANGES.some(([first, last]) => first <= point && point <= last)
  }
  return [...text.normalize('NFC')]
    .filter(hasGlyph)
    .join('')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The palette of the light theme. There is no dark picture. */
const COLORS = {
  cover: '#0a3b2b',
  line: '#1f6b50',
  paper: '#f1f7f2',
  quiet: '#b4cfc0',
  gilt: '#e3b85c',
  seal: '#0d4a36',
}

/** The guilloche behind the seal. */
function rosette() {
  const ellipses = (rx: number, ry: number, count: number) =>
    Array.from(
      { length: count },
      (_, i) => `<ellipse rx="${rx}" ry="${ry}" transform="rotate(${((180 / count) * i).toFixed(1)})"/>`,
    ).join('')
  return `<g transform="translate(956 262)" fill="none" stroke="${COLORS.line}" stroke-width="1.2">${ellipses(330, 190, 18)}${ellipses(216, 118, 20)}</g>`
}

const STAR = `<path transform="translate(956 206)" fill="${COLORS.gilt}" d="M0-20l5.9 12 13.2 1.9-9.5 9.3 2.2 13.1L0 10.1-11.8 16.3l2.2-13.1-9.5-9.3L-5.9-8z"/>`
const CHECK = `<path d="M914 264l30 30 58-64" fill="none" stroke="${COLORS.gilt}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>`

/** The disc with a star above the rating, or with a check mark for deals without reviews. */
function seal(hasRating: boolean) {
  return [
    `<circle cx="956" cy="262" r="112" fill="${COLORS.seal}" stroke="${COLORS.gilt}" stroke-width="2"/>`,
    `<circle cx="956" cy="262" r="104" fill="none" stroke="${COLORS.gilt}" stroke-width="2"/>`,
    hasRating ? STAR : CHECK,
  ].join('')
}

/** The mark of the logo, as in the favicon. */
function mark() {
  return `<g transform="translate(88 78) scale(1.5)"><rect width="32" height="32" fill="#0f6b4d" rx="7"/><path fill="#fff" d="M9.8 4.96q.33 0 .42.11.08.1.08.43v12.16q0 .38-.11.48-.12.1-.49.1H8q-.23 0-.28.09-.06.09-.06.31v1.44q0 .35.11.44.11.08.42.08H23.8q.37 0 .45-.11.07-.12.07-.48v-6.32q0-.27-.1-.33-.11-.06-.37-.06h-1.27q-.29 0-.33.08t-.06.36q-.03 1.66-.48 2.65-.44.98-1.35 1.41-.91.44-2.38.44h-3.01q-.35 0-.45-.1t-.1-.46V5.44q0-.32.12-.4t.43-.08h1.81q.31 0 .43-.07.11-.08.11-.42V3.1q0-.34-.11-.42-.1-.08-.43-.08H8.15q-.32 0-.4.09-.09.09-.09.43v1.41q0 .28.08.36.08.07.33.07Z"/><path stroke="${COLORS.gilt}" stroke-width="2" d="M6.5 24.2h19M6.5 28h19"/></g>`
}
