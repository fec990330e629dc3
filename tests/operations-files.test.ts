import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'

// What an operator copies has to agree with the site: its settings, port, probes and commands.

const read = (file: string) => fs.readFileSync(file, 'utf8')
const compose = parseDocument(read('docs/operations/compose.yaml'), { merge: true })
const dockerfile = read('Dockerfile')
const caddyfile = read('docs/operations/Caddyfile')
const guide = read('docs/operations/deploy.md')

type Service = {
  image: string
  mem_limit?: string
  environment?: Record<string, string>
  command?: string[]
  tmpfs?: string[]
  volumes?: string[]
}

const services: Record<string, Service> = compose.toJS().services
const sites = [services.site!, services.migrate!]
const settings = new Set([...read('app/env.server.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
/** A secret can be in a file instead. */
const isSetting = (name: string) => settings.has(name.replace(/_FILE$/, ''))
const ports = [...dockerfile.matchAll(/^EXPOSE (\d+)$|\bPORT=(\d+)/gm)].map(([, exposed, set]) => exposed ?? set)

test('compose.yaml is YAML without errors or warnings', () => {
  expect([...compose.errors, ...compose.warnings]).toEqual([])
})

test('every setting in them is one of the site, or a variable of PostgreSQL or of this set of files', () => {
  expect(settings.size).toBeGreaterThan(20)
  const given = [
    ...sites.flatMap(({ environment }) => Object.keys(environment!)),
    ...Object.keys(services.caddy!.environment!),
  ]
  expect(given.length).toBeGreaterThan(20)
  expect(given.filter((name) => !isSetting(name))).toEqual([])
  const roles = [...read('docs/operations/database-roles.sql').matchAll(/^\\getenv \w+ (\w+)$/gm)].map(
    ([, name]) => name!,
  )
  const ofPostgres = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'POSTGRES_INITDB_ARGS']
  expect(Object.keys(services.postgres!.environment!)).toEqual([...ofPostgres, ...roles])
  const asked = new Set([...read('docs/operations/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!))
  expect([...asked].filter((name) => !isSetting(name) && !roles.includes(name) && !ofPostgres.includes(name))).toEqual(
    [],
  )
  for (const name of asked) expect(guide, name).toContain(name)
})

test('no secret has a value, and compose says so when one is missing', () => {
  const text = read('docs/operations/compose.yaml')
  for (const name of ['SESSION_SECRET', 'POSTGRES_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'DATABASE_SITE_PASSWORD']) {
    expect(text, name).toContain(`\${${name}:?`)
    expect(text.replaceAll(/\$\{[^}]*\}/g, ''), name).not.toMatch(new RegExp(`${name}: *\\S`))
  }
  for (const name of ['SITE_URL', 'SMTP_URL']) expect(text, name).toContain(`\${${name}:?`)
  for (const { environment } of sites) expect(environment!.DATABASE_URL).toMatch(/^postgres:\/\/\w+:\$\{\w+:\?/)
})

test('the port and the probes of compose and Caddy are those of the image', () => {
  expect(ports).toEqual(['3000', '3000'])
  expect(caddyfile).toContain(`reverse_proxy site:${ports[0]} {`)
  expect(caddyfile).toContain('health_uri /readyz\n')
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/readyz`/m)
  expect(read('app/edge/health.server.ts')).toContain(`path !== '/healthz' && path !== '/readyz'`)
})

test('the limits of what runs all the time fit into 1 GB of memory', () => {
  const running = ['site', 'postgres', 'caddy'].map((name) => services[name]!.mem_limit!)
  for (const limit of running) expect(limit).toMatch(/^\d+m$/)
  expect(running.reduce((sum, limit) => sum + Number.parseInt(limit, 10), 0)).toBeLessThanOrEqual(960)
})

test('images have whole versions, of Node the one that the project is tested with', () => {
  const { version, devDependencies } = JSON.parse(read('package.json'))
  const images = Object.values(services).map(({ image }) => image)
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-alpine)?$/)
  for (const image of images.filter((name) => name.includes('lifetime-ledger'))) expect(image).toMatch(`:${version}`)
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(bases).toEqual([`node:${devDependencies.node}-slim`, `node:${devDependencies.node}-slim`])
})

test('the site runs as a user without rights, and may write only to its data folder and /tmp', () => {
  const [, folder] = /DATA_DIR=(\S+)/.exec(dockerfile)!
  expect(dockerfile).toMatch(/^USER node$/m)
  for (const site of sites) {
    expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    const writable = [...site.tmpfs!, ...site.volumes!].filter((mount) => !mount.endsWith(':ro'))
    expect(writable.map((mount) => mount.split(':').find((part) => part.startsWith('/')))).toEqual(['/tmp', folder])
  }
})

test('every program that the files and their guide run is in the image', () => {
  const named = [guide, dockerfile, ...sites.map(({ command }) => command?.join(' ') ?? '')]
  const programs = new Set(named.flatMap((text) => text.match(/scripts\/[a-z-]+\.ts/g) ?? []))
  expect(programs).toContain('scripts/migrate.ts')
  for (const program of programs) expect(fs.existsSync(program), program).toBe(true)
  for (const folder of ['app', 'build', 'migrations', 'node_modules', 'public', 'scripts']) {
    expect(dockerfile).toContain(`COPY --from=build /app/${folder} ${folder}\n`)
  }
})

test('files beside the Dockerfile that hold secrets stay out of the image', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['**/.env', '.data', '.git', 'node_modules']),
  )
})
