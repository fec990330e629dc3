import fs from 'node:fs'
import path from 'node:path'
import { create } from 'fontkitten'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { LICENSES, listSubsets, makeSubset, PICTURE_FONTS, sourceOf } from '#scripts/fonts/subsets'
import { links } from '~/root'

// app/styles/fonts.css says which characters each file of a typeface has, and these tests that it is true.

const subsets = listSubsets()
const charactersOf = (file: string) => {
  const font = create(fs.readFileSync(file))
  if (font.isCollection) throw new Error('A collection of fonts')
  return new Set(font.characterSet)
}
const firstFiles = subsets.filter(({ file }) => /^(besley|hanken-grotesk)\.woff2$/.test(file))

test.each(subsets)('$file is what `npm run fonts` makes of its range', async (subset) => {
  expect(fs.readFileSync(subset.path).equals(await makeSubset(subset))).toBe(true)
})

test.each(subsets)('$file has the characters of its range that the typeface has', ({ path, file, range }) => {
  const characters = charactersOf(path)
  const original = charactersOf(sourceOf(file).path)
  expect(range.filter((point) => original.has(point) && !characters.has(point)).map(inHex)).toEqual([])
  expect(characters.size).toBeGreaterThan(15)
})

test('no character is in two files of a typeface', () => {
  for (const name of ['besley', 'hanken-grotesk']) {
    const points = subsets.filter(({ file }) => file.startsWith(name)).flatMap(({ range }) => range)
    expect(new Set(points).size).toBe(points.length)
  }
})

test('a page preloads the first file of each typeface, together at most 35 kB', () => {
  const preloaded = links().flatMap((link) => ('rel' in link && link.rel === 'preload' ? [String(link.href)] : []))
  expect(preloaded.map((href) => path.basename(href)).sort()).toEqual(['besley.woff2', 'hanken-grotesk.woff2'])
  const sizes = firstFiles.map(({ path }) => fs.statSync(path).size)
  expect(sizes).toHaveLength(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(35_000)
})

test('the first files have what the interface and the texts of the demo write, as far as the typeface has it', () => {
  // Names of people are theirs, and the reason for the other files.
  const texts = ['app/routes', 'app/features', 'app/layout', 'app/ui', 'app/enhance', 'app/http'].flatMap(listTexts)
  const used = new Set([...texts.join(' ')].map((character) => character.codePointAt(0)!))
  expect(used.size).toBeGreaterThan(90)
  for (const { path, file } of firstFiles) {
    const later = subsets.filter((other) => other.file.startsWith(`${file.replace('.woff2', '')}-`))
    const inLaterFiles = new Set(later.flatMap(({ range }) => range))
    expect([...used].filter((point) => inLaterFiles.has(point)).map(inHex)).toEqual([])
    const characters = charactersOf(path)
    for (const character of 'Az09 áßÿØ “”‘’„«»‹› –—… ×−± €£¥¢$ ©®§·•œŒ')
      expect(characters, character).toContain(character.codePointAt(0))
  }
})

test.each(LICENSES)('$path is the license of the typeface', ({ path, source }) => {
  expect(fs.readFileSync(path, 'utf8')).toBe(fs.readFileSync(source, 'utf8'))
  expect(fs.readFileSync(path, 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

test.each(PICTURE_FONTS)(
  '$path is the copy of its typeface that pictures of deals are drawn with',
  ({ path, source }) => {
    expect(fs.readFileSync(path).equals(fs.readFileSync(source))).toBe(true)
  },
)

test.each(subsets)('$file names its authors and its license', ({ path }) => {
  const font = create(fs.readFileSync(path))
  expect(font.isCollection || font.copyright).toMatch(/Copyright 20\d\d The .+ Project Authors/)
})

/** The texts in the sources of a folder: strings and what stands between tags. Not those of the demo's people. */
function listTexts(folder: string): string[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
  return files
    .filter((file) => /\.(tsx?|json)$/.test(file) && !file.endsWith('people.json'))
    .flatMap((file) => {
      const text = fs.readFileSync(file, 'utf8')
      if (file.endsWith('.json')) return [text]
      return textsIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
    })
}

function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return [node.text]
  if (ts.isJsxText(node)) return [node.text]
  return node.getChildren().flatMap(textsIn)
}

function inHex(point: number) {
  return `U+${point.toString(16).toUpperCase()}`
}
