import { type CSSProperties, createElement, type ReactNode } from 'react'
import satori from 'satori'
import { drawableText, type Family, FONTS, familyStack } from './fonts.ts'
import { COLORS, mark, rosette, seal } from './ornaments.ts'

/** The texts of the picture, already formatted. */
export type PictureTexts = {
  siteName: string
  title: string
  vendor: string
  price: string
  /** The original price of a discounted deal. */
  before: string | null
  status: { word: string; tone: keyof typeof TONES }
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

/** The preview picture of a deal, 1200 by 630, as SVG with all text as outlines. */
export async function drawPicture(texts: PictureTexts): Promise<string> {
  const layout = box(
    { width: WIDTH, height: HEIGHT, color: COLORS.paper, ...text('text', 28) },
    texts.rating && ratingText(texts.rating),
    box({ position: 'absolute', left: MARGIN + 62, top: 69, ...text('display', 40) }, texts.siteName),
    heading(texts),
    box({ position: 'absolute', left: MARGIN, right: MARGIN, bottom: 68, alignItems: 'flex-end' }, ...footer(texts)),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.cover}"/>`,
    rosette(),
    seal(texts.rating !== null),
    mark(),
    await satori(layout, { width: WIDTH, height: HEIGHT, fonts: FONTS }),
    '</svg>',
  ].join('\n')
}

function heading(texts: PictureTexts) {
  // A title in a script that the fonts lack is replaced by the vendor's name.
  const named = drawableText(texts.title)
  const title = named || drawableText(texts.vendor) || 'A lifetime deal'
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
      box({ ...text('display', 64), lineHeight: 1.2, marginBottom: 6 }, price),
      box({ height: 10, borderTop: rule, borderBottom: rule }),
    ),
    before &&
      box(
        { ...text('text', 34), color: COLORS.quiet, textDecoration: 'line-through', margin: '0 0 20px 28px' },
        before,
      ),
    box({ marginLeft: 'auto', padding: '8px 24px', borderRadius: 10, ...TONES[status.tone] }, status.word),
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
