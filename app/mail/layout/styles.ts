const SANS = `'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif`
const SERIF = `Besley, Georgia, 'Times New Roman', serif`

export const INK = '#10231b'
export const MUTED = '#4c5e55'
export const GREEN = '#0b5d42'
const LINE = '#dae3da'
const STRONG_LINE = '#b7c5ba'

export const sans = (font: string, color = INK) => `font:${font} ${SANS};color:${color};`
export const serif = (font: string, color = INK) => `font:${font} ${SERIF};color:${color};`
export const lineBelow = `border-bottom:1px solid ${LINE};`
export const strongLineBelow = `border-bottom:1px solid ${STRONG_LINE};`
export const strongLineAbove = `border-top:1px solid ${STRONG_LINE};`
export const inkLineAbove = `border-top:2px solid ${INK};`

// Dark colors of each class: the class, the property and the color.
const DARK = [
  ['.ink, .ink a', 'color', '#e7f0ea'],
  ['.mut', 'color', '#a6b8ad'],
  ['.grn', 'color', '#4bc28c'],
  ['.red', 'color', '#f28b80'],
  ['.brs', 'color', '#e2b65a'],
  ['.bg', 'background', '#0b1410'],
  ['.card, .btn2', 'background', '#121d18'],
  ['.card, .line', 'border-color', '#25342c'],
  ['.str', 'border-color', '#3a4f44'],
  ['.rule', 'border-color', '#7c3d36'],
  ['.btn', 'background', '#4bc28c'],
  ['.btn', 'border-color', '#4bc28c'],
  ['.btn a', 'color', '#04261a'],
  ['.btn2', 'border-color', '#6c8075'],
] as const

type Prefix = (property: string) => string

const darkRules = (prefix: Prefix) =>
  DARK.map(([selectors, property, color]) => {
    const all = selectors.split(', ').map((selector) => prefix(property) + selector)
    return `${all.join(',')}{${property}:${color} !important}`
  }).join('')

/** What inline styles cannot say: narrow screens and dark mode. */
export const STYLE_BLOCK = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'a{text-decoration-thickness:1px;text-underline-offset:2px}',
  '@media (max-width:620px){',
  '.pad{padding-left:20px !important;padding-right:20px !important}',
  '.half{display:block !important;width:auto !important;padding-left:0 !important;padding-right:0 !important}',
  '.h1{font-size:25px !important}.outer{padding:0 !important}',
  '.card{border-radius:0 !important;border-left:0 !important;border-right:0 !important}}',
  `@media (prefers-color-scheme:dark){${darkRules(() => '')}}`,
  // Outlook on the web has no media query: it marks what it darkened, backgrounds and the rest apart.
  darkRules((property) => (property === 'background' ? '[data-ogsb] ' : '[data-ogsc] ')),
].join('')
