import fs from 'node:fs'
import path from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { describe, expect, test } from 'vitest'
import importRules from '../.dependency-cruiser.js'

// The architecture as tests: breaking a convention that matters fails the build.

type Source = { file: string; text: string }

const sources: Source[] = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.join('app', file), 'utf8') }))

describe('imports', async () => {
  const { forbidden, options } = importRules
  const rules = { ...options, ruleSet: { forbidden }, validate: true } as ICruiseOptions
  const { output } = await cruise(['app'], rules, undefined, { tsConfig: extractTsConfig('tsconfig.json') })
  const { modules, summary } = output as ICruiseResult

  test.each([...new Set(forbidden!.map(({ name }) => name!))])('keep the rule "%s"', (name) => {
    expect(modules.length).toBeGreaterThan(100)
    const broken = summary.violations.filter(({ rule }) => rule.name === name)
    expect(broken.map(({ from, to, cycle }) => [from, ...(cycle?.map(({ name }) => name) ?? [to])])).toEqual([])
  })

  test('are not passed on, except as the exports that Remix expects of a route', () => {
    const guilty = sources.filter(({ text }) =>
      /^export (type )?\*|^export (type )?\{[^}]*\} from/m.test(withoutRouteExports(text)),
    )
    expect(guilty.map(({ file }) => file)).toEqual([])
  })

  test('of a schema library stand in server modules only', () => {
    const plain = sources.filter(({ file }) => /^features\//.test(file) && !/\.server\.tsx?$/.test(file))
    const guilty = plain.filter(({ text }) => /from 'zod'|from '@conform-to\/zod/.test(text))
    expect(guilty.map(({ file }) => file)).toEqual([])
  })
})

function withoutRouteExports(text: string) {
  return text.replace(/^export \{ \w+ as (headers|shouldRevalidate|ErrorBoundary) \} from '[^']*'$/gm, '')
}

test('amounts of money are rounded by the module that knows the decimals of their currency', () => {
  const guilty = sources.filter(({ file, text }) => file !== 'ui/money.ts' && /toFixed\(2\)|cents \/ 100/.test(text))
  expect(guilty.map(({ file }) => file)).toEqual([])
})

test('days are those of UTC, not of the session of the database', () => {
  const users = sources.filter(({ text }) => /\bcurrent_date\b|\blocaltimestamp\b/i.test(text))
  expect(users.map(({ file }) => file)).toEqual([])
})

describe('access to settings', () => {
  test('only the settings module reads process.env', () => {
    const readers = sources.filter(({ file, text }) => file !== 'env.server.ts' && /process\.env\b/.test(text))
    expect(readers.map(({ file }) => file)).toEqual([])
  })

  // Says whether both are set as a public site needs them.
  const DEPLOY_CHECKS = 'features/site/operations/deploy-checks.server.ts'

  test('only the module that sets the time zone of connections uses the address of the database', () => {
    const users = sources.filter(({ file, text }) => file !== 'env.server.ts' && /DATABASE_URL/.test(text))
    expect(users.map(({ file }) => file)).toEqual(['db/connection-config.server.ts', DEPLOY_CHECKS])
  })

  test('only the module that derives signing keys uses the session secrets', () => {
    const users = sources.filter(
      ({ file, text }) => file !== 'env.server.ts' && /sessionSecrets|SESSION_SECRET/.test(text),
    )
    expect(users.map(({ file }) => file).sort()).toEqual([DEPLOY_CHECKS, 'http/signing-keys.server.ts'])
  })
})

test('rate limits count networks: only these modules read the address of a client', () => {
  const readers = sources.filter(({ text }) => /\bcontext\.address\b|findRequestContext\(\)[?!]?\.address\b/.test(text))
  // The edge passes it to its own limiter, which counts networks too.
  expect(readers.map(({ file }) => file).sort()).toEqual(['edge/handler.server.ts', 'http/current-request.server.ts'])
})

describe('access checks', () => {
  const guarded = sources.filter(
    ({ file, text }) => /^routes\/admin[./]/.test(file) && /export async function (loader|action)/.test(text),
  )
  test.each(guarded)('every loader and action of $file begins with a staff guard', ({ text }) => {
    for (const handler of text.split(/export async function (?=loader|action)/).slice(1)) {
      const firstStatement = handler.slice(handler.indexOf(') {') + 3).trimStart()
      expect(firstStatement).toMatch(/^(const \w+ = )?await require(Staff|Admin)\(request\)/)
    }
  })

  test('every other loader and action of a staff screen is that of a record kind, which has its guard', () => {
    const made = sources.flatMap(({ file, text }) =>
      /^routes\/admin[./]/.test(file) ? [...text.matchAll(/^export const (?:loader|action) = (\w+)/gm)] : [],
    )
    expect(new Set(made.map(([, maker]) => maker))).toEqual(new Set(['recordLoader', 'recordAction']))
  })

  test('every public query on deals filters by published', () => {
    const publicQueries = sources.filter(({ file }) =>
      /^features\/catalog\/(deals\/(list|page|plans|[^/]+$)|taxonomy|categories|platforms).*\.server\.ts$/.test(file),
    )
    const silent = publicQueries.filter(
      ({ file, text }) =>
        !/(admin|form|save|manage|dependent)/.test(file) &&
        /From\('deals'\)|from deals\b/.test(text) &&
        !/published/.test(text),
    )
    expect(silent.map(({ file }) => file)).toEqual([])
  })
})

describe('form errors', () => {
  const takers = sources.filter(
    ({ file, text }) =>
      file.startsWith('routes/') && /export (async function action|const action = recordAction)/.test(text),
  )
  test.each(takers)('$file keeps submitted values when a form fails, with one message', ({ text }) => {
    expect(text).toMatch(/export const clientAction = withFormFailure\(/)
    // The message of the server, where it is a constant.
    const message = /(?:withFormErrors\(request, |failure: )(\w+)(?:,| \})/.exec(text)?.[1]
    if (message) expect(text).toContain(`withFormFailure(${message}`)
    if (/export default/.test(text)) expect(text).toMatch(/revalidateAfterConflict/)
  })
})

describe('source files', () => {
  test('source files have at most 300 lines', () => {
    const long = sources.filter(({ file, text }) => file !== 'db/schema.ts' && text.trimEnd().split('\n').length > 300)
    expect(long.map(({ file }) => file)).toEqual([])
  })

  test('source files have specific names, not utils or helpers', () => {
    const vague = /(^|\/)(index|utils?|helpers?|misc|common|shared|lib|constants|types)(\.server)?(\.tsx?$|\/)/
    expect(sources.filter(({ file }) => vague.test(file)).map(({ file }) => file)).toEqual([])
  })

  test('source files have kebab-case names', () => {
    const odd = sources.filter(({ file }) => !file.startsWith('routes/') && !/^[a-z0-9./-]+$/.test(file))
    expect(odd.map(({ file }) => file)).toEqual([])
  })

  test('components have no inline styles, which the content security policy would block', () => {
    const styled = sources.filter(({ file, text }) => file.endsWith('.tsx') && /\sstyle=[{"]/.test(text))
    expect(styled.map(({ file }) => file)).toEqual([])
  })
})

describe('names', () => {
  const EXPORT = /^export (?:async )?(?:function\*?|const|let|type|class|enum) (\w+)/gm
  const OWN_TYPE = /^(?:export )?(?:type|interface|class|enum) (\w+)/gm
  const REMIX_EXPORTS = [
    'loader',
    'action',
    'meta',
    'links',
    'handle',
    'headers',
    'shouldRevalidate',
    'clientAction',
    'ErrorBoundary',
  ]

  test('an exported name means one thing', () => {
    const files = new Map<string, Set<string>>()
    for (const { file, text } of sources)
      for (const [, name] of text.matchAll(EXPORT)) files.set(name!, (files.get(name!) ?? new Set()).add(file))
    const twice = [...files].filter(([name, { size }]) => size > 1 && !REMIX_EXPORTS.includes(name))
    expect(twice.map(([name]) => name).sort()).toEqual([])
  })

  test('types do not have the name of a global', () => {
    const globals = ['lib.es5.d.ts', 'lib.dom.d.ts'].flatMap((file) => {
      const declarations = fs.readFileSync(`node_modules/typescript/lib/${file}`, 'utf8')
      return [...declarations.matchAll(/^(?:declare var|interface|type|declare type) (\w+)/gm)].map(([, name]) => name)
    })
    const names = sources.flatMap(({ text }) => [...text.matchAll(OWN_TYPE)].map(([, name]) => name))
    const hiding = new Set(names.filter((name) => globals.includes(name)))
    expect([...hiding].sort()).toEqual([])
  })
})

test('migrations import nothing but kysely', () => {
  const guilty = fs
    .readdirSync('migrations')
    .filter((file) => /from '(?!kysely')/.test(fs.readFileSync(`migrations/${file}`, 'utf8')))
  expect(guilty).toEqual([])
})
