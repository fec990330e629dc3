import fs from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const FOLDER = 'app/styles/fonts'

/**
 * What the files contain: the weights that the style sheets use, and the features that English texts show. Besley is used
 * at 540 to 560 only, where the difference is invisible: with one weight its file has half the size.
 */
const TYPEFACES = {
  besley: { weights: 540, features: ['kern', 'liga', 'calt', 'tnum'] },
  'hanken-grotesk': { weights: { min: 400, max: 700 }, features: ['kern', 'liga'] },
}
type Name = keyof typeof TYPEFACES

const COPYRIGHT_AND_LICENSE = [0, 13, 14]

/** The faces of app/styles/fonts.css that load a file of app/styles/fonts, each with its range as in the style sheet. */
export function listSubsets() {
  const css = fs.readFileSync('app/styles/fonts.css', 'utf8')
  return [...css.matchAll(/url\("\.\/fonts\/(?<file>[^"]+)"\)[^}]*unicode-range:\s*(?<range>[^;]+);/g)].map((match) => {
    const { file, range } = match.groups as { file: string; range: string }
    return { path: `${FOLDER}/${file}`, file, range: readRange(range) }
  })
}

/** The file of a face: the characters of its range that the typeface has, in WOFF2. The same input makes the same bytes. */
export function makeSubset({ file, range }: { file: string; range: number[] }) {
  const { name, path } = sourceOf(file)
  const { weights, features } = TYPEFACES[name]
  const options = {
    targetFormat: 'woff2' as const,
    variationAxes: { wght: weights },
    preserveNameIds: COPYRIGHT_AND_LICENSE,
    // The published types lack the rest.
    keepFeatures: features,
    noHinting: true,
    dropTables: ['STAT'],
  }
  return subsetFont(fs.readFileSync(path), String.fromCodePoint(...range), options)
}

/** The license of each typeface, which goes with every copy of it. */
export const LICENSES = (Object.keys(TYPEFACES) as Name[]).map((name) => ({
  path: `${FOLDER}/${name}-LICENSE.txt`,
  source: require.resolve(`@fontsource-variable/${name}/LICENSE`),
}))

/** The fonts of drawn pictures, which are copies of fontsource's own files. */
export const PICTURE_FONTS = (Object.keys(TYPEFACES) as Name[]).flatMap((name) =>
  ['latin', 'latin-ext'].map((script) => ({
    path: `app/features/audience/seo/picture/fonts/${name}-${script}.woff`,
    source: require.resolve(`@fontsource/${name}/files/${name}-${script}-500-normal.woff`),
  })),
)

/** "besley-latin-ext.woff2" is made from fontsource's file of that script, "besley.woff2" and "besley-signs.woff2" from the Latin one. */
export function sourceOf(file: string) {
  const name = (Object.keys(TYPEFACES) as Name[]).find((each) => file.startsWith(each))!
  const part = file.slice(name.length).replace('.woff2', '').slice(1)
  const script = part === '' || part === 'signs' ? 'latin' : part
  return { name, path: require.resolve(`@fontsource-variable/${name}/files/${name}-${script}-wght-normal.woff2`) }
}

/** The code points of a unicode-range such as "U+20-7E, U+A0". */
function readRange(range: string) {
  return range.split(',').flatMap((part) => {
    const [first, last = first] = part
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16))
    return Array.from({ length: last! - first! + 1 }, (_, offset) => first! + offset)
  })
}
