import fs from 'node:fs'
import { expect, test } from 'vitest'

// axe judges a few pages in the dark theme. Here every pair of colors that is used together is judged in both themes.

const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' })
const read = (file: string) => fs.readFileSync(`app/${file}`, 'utf8')
const sheets = files.filter((file) => file.endsWith('.css')).map((file) => read(file).replace(/\/\*.*?\*\//gs, ''))

/** The light and the dark value of each color token. */
const tokens = new Map(
  [...sheets.join('\n').matchAll(/--color-([\w-]+):\s*(?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name, light, dark, both]) => [name!, [light ?? both!, dark ?? both!]] as const,
  ),
)
const rules = sheets.flatMap((css) => [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => body!))
const tokenOf = (rule: string, property: string) =>
  new RegExp(`(?<![\\w-])${property}:\\s*var\\(--color-([\\w-]+)\\)`).exec(rule)?.[1]
/** The strings of the components: a list of class names is a rule, too. */
const lists = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...read(file).matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)].map((match) => match[1] ?? match[2] ?? match[3]!),
  )
const utilityOf = (list: string, prefix: string) =>
  list
    .split(' ')
    .filter((name) => name.startsWith(`${prefix}-`))
    .map((name) => name.slice(prefix.length + 1))
    .find((name) => tokens.has(name))

const SURFACES = ['background', 'card', 'popover', 'muted']
/** Tokens of text that may be on any surface. */
const TEXT = ['foreground', 'muted-foreground', 'subtle-foreground', 'primary', 'verified', 'accent', 'destructive-ink']
/** Tokens of text whose background is set by another rule than their color. */
const ELSEWHERE = [
  ['cover-muted', 'cover'],
  ['gilt', 'cover'],
  ['cover', 'cover-button'],
  ['primary-foreground', 'primary-hover'],
  ['destructive-foreground', 'destructive-hover'],
]
/** Pairs of one rule or one list of class names. */
const TOGETHER = rules.flatMap((rule) => {
  const [text, background] = [tokenOf(rule, 'color'), tokenOf(rule, 'background(?:-color)?')]
  return text && background ? [[text, background]] : []
})
for (const list of lists) {
  const [text, background] = [utilityOf(list, 'text'), utilityOf(list, 'bg')]
  if (text && background) TOGETHER.push([text, background])
}
/** Outlines of controls, the focus ring and what carries meaning without being text. */
const OUTLINES = ['input', 'ring', 'primary', 'destructive-ink', 'star', 'chart-1']
/** Lines and marks that repeat what text says. */
const DECORATIVE = ['border-strong', 'star-empty', 'cover-line']

const every = (names: string[]) => names.flatMap((name) => SURFACES.map((surface) => [name, surface]))
const pairs = [...new Set([...every(TEXT), ...ELSEWHERE, ...TOGETHER].map((pair) => pair.join(' on ')))]
const outlines = [...every(OUTLINES), ['ring-on-cover', 'cover']].map((pair) => pair.join(' on '))

test.each(pairs)('%s has a contrast of at least 4.5 in both themes', (pair) => {
  expect(Math.min(...contrastsOf(pair))).toBeGreaterThanOrEqual(4.5)
})

test.each(outlines)('an outline of %s has a contrast of at least 3 in both themes', (pair) => {
  expect(Math.min(...contrastsOf(pair))).toBeGreaterThanOrEqual(3)
})

test('every color of text belongs to a pair whose contrast is tested', () => {
  const tested = new Set([...pairs, ...outlines].map((pair) => pair.split(' on ')[0]!))
  const used = new Set([
    ...rules.flatMap((rule) => tokenOf(rule, 'color') ?? []),
    ...lists.flatMap((list) => utilityOf(list, 'text') ?? []),
  ])
  expect([...used].filter((name) => !tested.has(name) && !DECORATIVE.includes(name))).toEqual([])
})

/** The contrast of a pair in the light and in the dark theme, as WCAG 2 defines it. */
function contrastsOf(pair: string) {
  const [text, background] = pair.split(' on ').map((name) => tokens.get(name)!)
  return [0, 1].map((theme) => {
    const [lighter, darker] = [luminance(text![theme]!), luminance(background![theme]!)].sort((a, b) => b - a)
    return (lighter! + 0.05) / (darker! + 0.05)
  })
}

function luminance(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
