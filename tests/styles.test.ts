import fs from 'node:fs'
import path from 'node:path'
import { compile } from 'tailwindcss'
import ts from 'typescript'
import { expect, test } from 'vitest'

// The style sheets and the markup agree: neither names a class that the other does not know.

const files = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('app', file.split(path.sep).join('/')))
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: fs.readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '') }))
const styles = sheets.map(({ css }) => css).join('\n')
const sources = files
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))

/** The class names of the selectors in our style sheets. */
const styledClasses = new Set(
  [...styles.replace(/"[^"]*"|url\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!),
)

/** The texts of everything that makes markup: components, the pages of the edge and the scripts of visitors' pages. */
const literals = sources
  .filter(({ fileName }) => fileName.endsWith('.tsx') || /^app\/(edge|enhance|layout|ui)\//.test(fileName))
  .flatMap(textsIn)
const words = new Set(literals.flatMap((text) => text.split(/[^\w-]+/)))
/** The prefix of a value in a template, as in `badge--${tone}`. */
const prefixes = literals.flatMap((text) => text.match(/[\w-]+--$/) ?? [])

test('every class in the style sheets is used by the markup', () => {
  const isBuilt = (name: string) =>
    prefixes.some((prefix) => name.startsWith(prefix) && isValue(name.slice(prefix.length)))
  const isValue = (text: string) => words.has(text) || /^\d$/.test(text)
  expect([...styledClasses].filter((name) => !words.has(name) && !isBuilt(name))).toEqual([])
})

test('every class in the markup is styled by us or by Tailwind', async () => {
  const isUtility = await utilityCheck()
  const used = new Set(sources.flatMap(classNamesIn))
  expect(used.size).toBeGreaterThan(200)
  expect([...used].filter((name) => !styledClasses.has(name) && !isUtility(name) && !isGroup(name))).toEqual([])
})

/** Tailwind's own marks, which style nothing by themselves. */
const isGroup = (name: string) => /^(group|peer)(\/\w+)?$/.test(name)

test('every class that a script selects is styled', () => {
  const selected = sources
    .flatMap(selectorsIn)
    .flatMap((selector) => selector.match(/(?<=(^|[\s\w])\.)[a-z][\w-]+/gi) ?? [])
  expect(selected).not.toEqual([])
  expect(selected.filter((name) => !styledClasses.has(name))).toEqual([])
})

/** The texts of all string literals and the parts of all templates under a node. */
function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return [node.text]
  return node.getChildren().flatMap(textsIn)
}

/** The class names of `className`, of `classes()` and of markup written as text. */
function classNamesIn(node: ts.Node): string[] {
  if (ts.isJsxAttribute(node) && /^class(Name)?$/i.test(node.name.getText()) && node.initializer)
    return namesIn(node.initializer)
  if (ts.isCallExpression(node) && node.expression.getText() === 'classes') return node.arguments.flatMap(namesIn)
  const inText = ts.isStringLiteralLike(node) ? [...node.text.matchAll(/class="([^"]*)"/g)] : []
  return [...inText.flatMap(([, names]) => names!.split(' ')), ...node.getChildren().flatMap(classNamesIn)]
}

/** The whole class names in an expression: not what a value is compared with, and no name that a template only begins. */
function namesIn(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return []
  if (ts.isElementAccessExpression(node)) return []
  // A function that returns classes: of its arguments only `className` is a list of classes.
  if (ts.isCallExpression(node) && node.expression.getText() !== 'classes')
    return node.arguments.flatMap(propertiesIn).flatMap(({ initializer }) => namesIn(initializer))
  if (ts.isTemplateExpression(node)) {
    const joined = node.head.text + node.templateSpans.map(({ literal }) => `\0${literal.text}`).join('')
    return [...joined.split(' ').filter((name) => name && !name.includes('\0')), ...node.templateSpans.flatMap(namesIn)]
  }
  if (ts.isStringLiteralLike(node)) return node.text.split(' ').filter(Boolean)
  return node.getChildren().flatMap(namesIn)
}

function propertiesIn(node: ts.Node) {
  const properties = ts.isObjectLiteralExpression(node) ? node.properties : []
  return [...properties].filter(ts.isPropertyAssignment).filter(({ name }) => name.getText() === 'className')
}

/** Selectors that scripts use. */
function selectorsIn(node: ts.Node): string[] {
  const isSearch =
    ts.isCallExpression(node) && /\b(querySelector(All)?|closest|matches|listen)$/.test(node.expression.getText())
  return isSearch ? node.arguments.flatMap(textsIn) : node.getChildren().flatMap(selectorsIn)
}

/** Tailwind's compiler, asked for one class at a time: what it knows makes its style sheet longer. */
async function utilityCheck() {
  const theme = fs.readFileSync('node_modules/tailwindcss/theme.css', 'utf8')
  const ours = fs.readFileSync('app/app.css', 'utf8').replace(/^@import .*$/gm, '')
  const { build } = await compile(`${theme}\n${ours}\n@tailwind utilities;`)
  let before = build([])
  return (name: string) => {
    const after = build([name])
    const isKnown = after !== before
    before = after
    return isKnown
  }
}
