import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'satori'

const require = createRequire(import.meta.url)

const PACKAGES = { display: 'besley', text: 'hanken-grotesk' }
const SUBSETS = ['latin', 'latin-ext'] as const
export type Family = keyof typeof PACKAGES

/** The font-family list of a family: each subset is a font of its own. */
export const familyStack = (family: Family) => SUBSETS.map((subset) => `${family}-${subset}`).join(', ')

export const FONTS: Font[] = (Object.keys(PACKAGES) as Family[]).flatMap((family) =>
  SUBSETS.map((subset) => ({
    name: `${family}-${subset}`,
    weight: 500,
    data: fs.readFileSync(
      require.resolve(`@fontsource/${PACKAGES[family]}/files/${PACKAGES[family]}-${subset}-500-normal.woff`),
    ),
  })),
)

const RANGES = {
  display: readRanges('display'),
  text: readRanges('text'),
}

/** The code points that the subsets of a family have, as [first, last]. Fontsource lists them as "U+0000-00FF,U+0131". */
function readRanges(family: Family) {
  const ranges: Record<string, string> = require(`@fontsource/${PACKAGES[family]}/unicode.json`)
  return SUBSETS.flatMap((subset) => ranges[subset]!.split(',')).map((range) => {
    const [first, last = first] = range.slice('U+'.length).split('-')
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const
  })
}

/** A text without the characters that a family lacks, which would be drawn as boxes. Empty when none is left. */
export function drawableText(text: string, family: Family) {
  const hasGlyph = (character: string) => {
    const point = character.codePointAt(0)!
    return RANGES[family].some(([first, last]) => first <= point && point <= last)
  }
  return [...text.normalize('NFC')]
    .filter(hasGlyph)
    .join('')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
