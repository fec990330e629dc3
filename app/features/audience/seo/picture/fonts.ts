import fs from 'node:fs'
import path from 'node:path'
import type { Font } from 'satori'

// The renderer reads no WOFF2, as pages load it. `npm run fonts` copies these files.
const FAMILIES = { display: 'besley', text: 'hanken-grotesk' }
/** The characters of the files, which are the same in both families. */
const SUBSETS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}
export type Family = keyof typeof FAMILIES

/** The font-family list of a family: each subset is a font of its own. */
export const familyStack = (family: Family) =>
  Object.keys(SUBSETS)
    .map((subset) => `${family}-${subset}`)
    .join(', ')

export const FONTS: Font[] = (Object.keys(FAMILIES) as Family[]).flatMap((family) =>
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
export function drawableText(text: string) {
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
