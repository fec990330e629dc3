import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

// The architecture as tests: breaking a convention that matters fails the build.

const MAY_IMPORT: Record<string, string[]> = {
  routes: ['routes', 'features', 'layout', 'ui', 'http', 'enhance', 'styles', 'db/schema', 'env.server', 'log.server'],
  features: ['features', 'ui', 'http', 'db', 'mail', 'jobs', 'env.server', 'log.server'],
  layout: ['layout', 'ui', 'enhance'],
  ui: ['ui'],
  http: ['http', 'db/trouble.server', 'env.server', 'log.server', 'edge/context.server', 'edge/client-address'],
  mail: ['mail', 'env.server', 'log.server'],
  jobs: ['jobs', 'features', 'db', 'mail', 'env.server', 'log.server'],
  db: ['db', 'env.server', 'log.server'],
  edge: [
    'edge',
    'env.server',
    'log.server',
    'http',
    'db',
    'features/accounts',
    'layout/inline-scripts',
    'tailwind.css?url',
  ],
  enhance: ['enhance', 'ui'],
}

type Source = { file: string; text: string }

const sources: Source[] = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.join('app', file), 'utf8') }))

/** What a file imports from the app, as paths inside app/ without extension. */
function importsOf({ file, text }: Source, { types }: { types: boolean }) {
  const statement = types
    ? /^(?:import|export)[\w{},\s*]* from '([~.][^']*)'/gm
    : /^(?:import|export) (?!type )[\w{},\s*]*from '([~.][^']*)'/gm
  return [...text.matchAll(statement)]
    .map(([, to]) => (to!.startsWith('~/') ? to!.slice(2) : path.posix.join(path.posix.dirname(file), to!)))
    .map((to) => to.replace(/\.tsx?(\?.*)?$/, ''))
}

describe('imports between layers', () => {
  test.each(Object.keys(MAY_IMPORT))('%s imports only from the layers below it', (layer) => {
    const isAllowed = (to: string) => MAY_IMPORT[layer]!.some((prefix) => to === prefix || to.startsWith(`${prefix}/`))
    const ofLayer = sources.filter(({ file }) => file.startsWith(`${layer}/`))
    expect(ofLayer.length).toBeGreaterThan(0)
    const forbidden = ofLayer.flatMap((source) =>
      importsOf(source, { types: true })
        .filter((to) => !isAllowed(to))
        .map((to) => `${source.file} imports ${to}`),
    )
    expect(forbidden).toEqual([])
  })

  test('no file outside routes imports a route', () => {
    const outside = sources.filter(({ file }) => !file.startsWith('routes/'))
    const guilty = outside.filter((source) => importsOf(source, { types: true }).some((to) => to.startsWith('routes/')))
    expect(guilty.map(({ file }) => file)).toEqual([])
  })

  test('only db, features, jobs and edge server modules import the database', () => {
    const speakers = sources.filter((source) => importsOf(source, { types: true }).includes('db/database.server'))
    const strangers = speakers.filter(({ file }) => !/^(db|features|jobs|edge)\/.*\.server\.ts$/.test(file))
    expect(strangers.map(({ file }) => file)).toEqual([])
  })

  test('browser code imports no server module', () => {
    const views = sources.filter(
      ({ file }) => /^(ui|layout|enhance)\//.test(file) || /^features\/.*[^r]\.tsx$/.test(file),
    )
    const guilty = views.filter((source) => importsOf(source, { types: false }).some((to) => to.endsWith('.server')))
    expect(guilty.map(({ file }) => file)).toEqual([])
  })

  test('feature modules without .server import no schema library', () => {
    const plain = sources.filter(({ file }) => /^features\//.test(file) && !/\.server\.tsx?$/.test(file))
    expect(plain.filter(({ text }) => /from 'zod'|from '@conform-to\/zod/.test(text)).map(({ file }) => file)).toEqual(
      [],
    )
  })

  test('there are no circular imports', () => {
    const graph = new Map(
      sources.map((source) => [source.file.replace(/\.tsx?$/, ''), importsOf(source, { types: false })]),
    )
    const settled = new Set<string>()
    const follow = (file: string, trail: string[]) => {
      if (settled.has(file)) return
      expect(trail, [...trail, file].join(' -> ')).not.toContain(file)
      for (const next of graph.get(file) ?? []) follow(next, [...trail, file])
      settled.add(file)
    }
    for (const file of graph.keys()) follow(file, [])
  })
})

describe('access to settings', () => {
  test('only the settings module reads process.env', () => {
    const readers = sources.filter(({ file, text }) => file !== 'env.server.ts' && /process\.env\b/.test(text))
    expect(readers.map(({ file }) => file)).toEqual([])
  })

  test('only the module that derives signing keys uses the session secrets', () => {
    const users = sources.filter(
      ({ file, text }) => file !== 'env.server.ts' && /sessionSecrets|SESSION_SECRET/.test(text),
    )
    expect(users.map(({ file }) => file)).toEqual(['http/signing-keys.server.ts'])
  })
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

  test('every public query on deals filters by published', () => {
    const publicQueries = sources.filter(({ file }) =>
      /^features\/(deals|categories|platforms)\/.*\.server\.ts$/.test(file),
    )
    const silent = publicQueries.filter(
      ({ file, text }) =>
        !/(admin|form|save|manage)/.test(file) && /From\('deals'\)|from deals\b/.test(text) && !/published/.test(text),
    )
    expect(silent.map(({ file }) => file)).toEqual([])
  })
})

describe('form errors', () => {
  const takers = sources.filter(
    ({ file, text }) => file.startsWith('routes/') && /export async function action/.test(text),
  )
  test.each(takers)('$file keeps submitted values when a form fails', ({ text }) => {
    expect(text).toMatch(/export const clientAction = keepForm\(/)
    if (/export default/.test(text)) expect(text).toMatch(/revalidateAfterConflict/)
  })
})

describe('source files', () => {
  test('source files have at most 200 lines', () => {
    const long = sources.filter(({ file, text }) => file !== 'db/schema.ts' && text.trimEnd().split('\n').length > 200)
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

test('migrations import nothing but kysely', () => {
  const guilty = fs
    .readdirSync('migrations')
    .filter((file) => /from '(?!kysely')/.test(fs.readFileSync(`migrations/${file}`, 'utf8')))
  expect(guilty).toEqual([])
})
