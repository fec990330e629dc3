import fs from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js'

const require = createRequire(import.meta.url)

/** A face and, for letters that it lacks, its extension. */
const FACES = {
  display: ['@fontsource/besley/files/besley-latin-500-normal', '@fontsource/besley/files/besley-latin-ext-500-normal'],
  text: [
    '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-500-normal',
    '@fontsource/hanken-grotesk/files/hanken-grotesk-latin-ext-500-normal',
  ],
}
export type Face = keyof typeof FACES

const loaded = new Map<string, Font>()
function fontsOf(face: Face) {
  return FACES[face].map((name) => {
    const file = require.resolve(`${name}.woff`)
    if (!loaded.has(file)) loaded.set(file, opentype.parse(new Uint8Array(fs.readFileSync(file)).buffer))
    return loaded.get(file)!
  })
}

type Placed = { glyph: Glyph; left: number }

/**
 * Letter by letter, closed up as the font says; letters that no font has are left out. The library's own way through
 * a text stops at rules that it does not know.
 */
function place(text: string, face: Face, size: number) {
  const fonts = fontsOf(face)
  const placed: Placed[] = []
  let left = 0
  let before: { font: Font; glyph: Glyph } | undefined
  for (const letter of text.normalize('NFC')) {
    const font = fonts.find((font) => font.charToGlyphIndex(letter) > 0)
    if (!font) continue
    const glyph = font.charToGlyph(letter)
    const scale = size / font.unitsPerEm
    if (before?.font === font) left += font.getKerningValue(before.glyph, glyph) * scale
    placed.push({ glyph, left })
    left += (glyph.advanceWidth ?? 0) * scale
    before = { font, glyph }
  }
  return { placed, width: left }
}

/** The text as far as the fonts can write it. */
export function writable(text: string, face: Face) {
  const fonts = fontsOf(face)
  const letters = [...text.normalize('NFC')].filter((letter) => fonts.some((font) => font.charToGlyphIndex(letter) > 0))
  return letters.join('').replace(/\s+/g, ' ').trim()
}

export function widthOf(text: string, face: Face, size: number) {
  return place(text, face, size).width
}

/** The outlines of a line of text, so that drawing it needs no font. */
export function outline(text: string, face: Face, size: number, x: number, y: number) {
  const { placed } = place(text, face, size)
  return placed.flatMap(({ glyph, left }) => glyph.getPath(x + left, y, size).commands.map(toData)).join('')
}

// The library's own writer makes NaN of very small numbers.
function toData(command: PathCommand) {
  const { type, ...points } = command
  const { x1, y1, x2, y2, x, y } = points as Record<string, number | undefined>
  return (
    type +
    [x1, y1, x2, y2, x, y]
      .filter((n) => n !== undefined)
      .map((n) => Math.round(n * 10) / 10)
      .join(' ')
  )
}

/** The text in lines no wider than `width`; what does not fit into the last one ends with "…". Undefined when it should be set smaller. */
export function breakLines(text: string, face: Face, size: number, width: number, most: number, isLast: boolean) {
  const lines: string[] = []
  const fits = (line: string) => widthOf(line, face, size) <= width
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  if (lines.length <= most && lines.every(fits)) return lines
  if (!isLast) return undefined
  return [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].map((line) => cut(line, fits))
}

function cut(line: string, fits: (line: string) => boolean) {
  if (fits(line)) return line
  const letters = [...line]
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
