import fs from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Most regular expressions read foreign text: requests, files, pages of vendors. One that backtracks more than linearly
// lets a single text block the process.

type Source = { file: string; literals: RegExp[]; builds: number }

const sources = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map(readSource)

function readSource(name: string): Source {
  const file = name.split(path.sep).join('/')
  const source: Source = { file, literals: [], builds: 0 }
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) source.literals.push(readLiteral(node.text))
    const isBuilt = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isBuilt && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') source.builds++
    ts.forEachChild(node, visit)
  }
  const text = fs.readFileSync(path.join('app', file), 'utf8')
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind))
  return source
}

function readLiteral(literal: string) {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}

/** Regular expressions built from texts, with the module that builds each when it is imported. */
const built: { file: string; expression: RegExp }[] = []
const { RegExp: NativeRegExp } = globalThis

beforeAll(async () => {
  vi.resetModules()
  globalThis.RegExp = new Proxy(NativeRegExp, {
    construct(target, args) {
      const expression = Reflect.construct(target, args)
      const file = /\/app\/([^:?]+)/.exec(new Error().stack ?? '')?.[1]
      if (file) built.push({ file, expression })
      return expression
    },
  })
  for (const { file, builds } of sources) if (builds > 0) await import(path.resolve('app', file))
})

afterAll(() => {
  globalThis.RegExp = NativeRegExp
})

/** Without an unbounded quantifier, or with only one, on a single character and after a fixed start. */
function isPlain({ source }: RegExp) {
  const atoms = source.replace(/\\(?:[pPu]\{[^}]*\}|[\s\S])/g, 'E').replace(/\[[^\]]*\]/g, 'C')
  const unbounded = atoms.match(/.(?:[*+]|\{\d+,\})/g) ?? []
  return unbounded.length === 0 || (/^\^[^|]*$/.test(atoms) && unbounded.length === 1 && !unbounded[0]!.startsWith(')'))
}

// Ten times the usual limits of its phases: on a busy machine those report linear expressions as vulnerable.
const LIMITS = { timeout: 60_000, attackTimeout: 10_000, incubationTimeout: 10_000 }

async function listVulnerable(found: { file: string; expression: RegExp }[]) {
  const results: string[] = []
  for (const { file, expression } of found) {
    if (isPlain(expression)) continue
    const found = await check(expression.source, expression.flags, LIMITS)
    const outcome = found.status === 'vulnerable' ? found.complexity.summary : found.status
    if (outcome !== 'safe') results.push(`${file}: ${expression} is ${outcome}`)
  }
  return results
}

test('every regular expression literal matches in linear time', async () => {
  const found = sources.flatMap(({ file, literals }) => literals.map((expression) => ({ file, expression })))
  const different = [...new Map(found.map((one) => [String(one.expression), one])).values()]
  expect(different.length).toBeGreaterThan(200)
  expect(await listVulnerable(different)).toEqual([])
}, 300_000)

test('every regular expression that is built from texts matches in linear time', async () => {
  for (const { file, builds } of sources) {
    expect(built.filter((one) => one.file === file).length, `${file} builds them when imported`).toBeGreaterThanOrEqual(
      builds,
    )
  }
  expect(await listVulnerable(built)).toEqual([])
}, 300_000)

test.each([
  [/(?:new!?[\s!]*)+\)/, 'exponential'],
  [/\s+$/, '2nd degree polynomial'],
])('%s is reported as %s', async (expression, complexity) => {
  expect(await listVulnerable([{ file: 'example.ts', expression }])).toEqual([
    `example.ts: ${expression} is ${complexity}`,
  ])
})
