import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'
import parseSelectors from 'postcss-selector-parser'

/** A selector, and the names of classes, elements and attributes that it cannot match without. */
type Selector = { text: string; classes: string[]; elements: string[]; attributes: string[] }
type Declaration = { name: string; text: string }
/** A rule with the at-rules around it, from the outermost. */
type Part = { around: readonly string[]; selectors: Selector[]; declarations: Declaration[] }
/** What takes effect only where its name is used: keyframes, registered properties. */
type Named = { name: string; text: string }
export type StyleIndex = { parts: Part[]; named: Named[]; fonts: string[]; statements: string[] }

/** What the script in the head adds before the first paint (layout/inline-scripts). */
const ADDED_EARLY = ['dark', 'light', 'data-choosing']
/** States that nobody can cause before the page is there. */
const INTERACTION = [':active', ':focus', ':focus-visible', ':focus-within', ':hover']

/** Reads a style sheet for `findUsedStyles`. It takes some 10 ms, so it is done once for each sheet. */
export function indexStyles(css: string): StyleIndex {
  const index: StyleIndex = { parts: [], named: [], fonts: [], statements: [] }
  visit(postcss.parse(css), [], index)
  return index
}

function visit(container: Container, around: readonly string[], index: StyleIndex) {
  for (const node of container.nodes as ChildNode[]) {
    if (node.type === 'atrule') visitAtRule(node, around, index)
    else if (node.type === 'rule') index.parts.push(readRule(node, around))
  }
}

function visitAtRule(node: AtRule, around: readonly string[], index: StyleIndex) {
  const { name, params } = node
  if (name === 'keyframes' || name === 'property') index.named.push({ name: params, text: String(node) })
  else if (name === 'font-face') index.fonts.push(String(node))
  // Such as the order of layers.
  else if (!node.nodes) index.statements.push(`${node};`)
  else visit(node, [...around, `@${name} ${params}`], index)
}

function readRule(node: Rule, around: readonly string[]): Part {
  const selectors = node.selectors.map(readSelector).filter((selector) => selector !== undefined)
  const declarations = node.nodes.map((child) => ({ name: 'prop' in child ? child.prop : '', text: String(child) }))
  return { around, selectors, declarations }
}

/** What stands in parentheses, as in `:is(.a, .b)` or `:not(.a)`, may or may not have to match, and is left out. */
function readSelector(text: string): Selector | undefined {
  const { nodes } = parseSelectors().astSync(text).first
  if (nodes.some(({ type, value }) => type === 'pseudo' && INTERACTION.includes(value!))) return undefined
  const namesOf = (type: string) =>
    nodes.flatMap((node) => (node.type === type ? [String('attribute' in node ? node.attribute : node.value)] : []))
  const isLater = (name: string) => !ADDED_EARLY.includes(name)
  return {
    text,
    classes: namesOf('class').filter(isLater),
    elements: namesOf('tag').map((name) => name.toLowerCase()),
    attributes: namesOf('attribute').filter(isLater),
  }
}

/**
 * The rules that can apply to a page as it is delivered, in their order. States that scripts or people cause need the
 * whole sheets, and so do letters of typefaces that the page does not preload.
 *
 * @param html written by React, whose attributes are in double quotes
 */
export function findUsedStyles(html: string, sheets: StyleIndex[]): string {
  const isIn = namesOfPage(html)
  const used = sheets
    .flatMap(({ parts }) => parts)
    .map((part) => ({ ...part, selectors: part.selectors.filter(isIn) }))
    .filter(({ selectors }) => selectors.length > 0)
  const rules = joinParts(withoutUnread(used))
  const statements = new Set(sheets.flatMap((sheet) => sheet.statements))
  const fonts = sheets.flatMap((sheet) => sheet.fonts).filter((font) => isLocalOrPreloaded(font, html))
  const named = sheets.flatMap((sheet) => sheet.named).filter(({ name }) => rules.includes(name))
  return [...statements, ...fonts, rules, ...new Set(named.map(({ text }) => text))].join('')
}

function namesOfPage(html: string) {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')))
  const elements = new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name!.toLowerCase()))
  const attributes = new Set([...html.matchAll(/ ([a-z][\w-]*)="/gi)].map(([, name]) => name!.toLowerCase()))
  return (selector: Selector) =>
    selector.classes.every((name) => classes.has(name)) &&
    selector.elements.every((name) => elements.has(name)) &&
    selector.attributes.every((name) => attributes.has(name))
}

function isLocalOrPreloaded(font: string, html: string) {
  const file = /url\(([^()]+)\)/.exec(font)?.[1]
  return file === undefined || html.includes(`href="${file}"`)
}

/** Leaves out custom properties that no rule reads. A property may be read for another one, so it asks again. */
function withoutUnread(parts: Part[]): Part[] {
  const text = parts.flatMap(({ declarations }) => declarations.map((declaration) => declaration.text)).join(';')
  const read = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!))
  const isRead = ({ name }: Declaration) => !name.startsWith('--') || read.has(name)
  if (parts.every(({ declarations }) => declarations.every(isRead))) return parts
  const kept = parts.map((part) => ({ ...part, declarations: part.declarations.filter(isRead) }))
  return withoutUnread(kept.filter(({ declarations }) => declarations.length > 0))
}

/** Neighbours within the same at-rules share them. */
function joinParts(parts: Part[]) {
  let css = ''
  let open: readonly string[] = []
  for (const { around, selectors, declarations } of parts) {
    const other = open.findIndex((name, depth) => name !== around[depth])
    const shared = other === -1 ? open.length : other
    css += '}'.repeat(open.length - shared)
    for (const name of around.slice(shared)) css += `${name}{`
    css += `${selectors.map(({ text }) => text).join()}{${declarations.map(({ text }) => text).join(';')}}`
    open = around
  }
  return css + '}'.repeat(open.length)
}
