import fs from 'node:fs'
import { register } from 'prom-client'
import { expect, test, vi } from 'vitest'

vi.stubEnv('METRICS_PORT', '9464')
// The settings were read before.
vi.resetModules()
const { measureJobs, measurePool } = await import('~/metrics.server')
measurePool({ totalCount: 0, idleCount: 0, waitingCount: 0 })
measureJobs(async () => [])

const FILES = ['alerts.yml', 'grafana-dashboard.json', 'monitoring.md'].map((name) => `docs/operations/${name}`)
const NAME = /\b(?:ledger|process|nodejs)_[a-z0-9_]+[a-z0-9]/g
/** Series of a histogram have the name of the metric with an ending. */
const metricOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '')

test.each(FILES)('%s names only metrics that exist', (file) => {
  const known = new Set(register.getMetricsAsArray().map(({ name }) => name))
  const named = new Set(fs.readFileSync(file, 'utf8').match(NAME) ?? [])
  expect([...named].filter((name) => !known.has(name) && !known.has(metricOf(name)))).toEqual([])
  expect(named.size).toBeGreaterThan(5)
})

test('every metric of the site is explained, and has a panel', () => {
  const own = register.getMetricsAsArray().flatMap(({ name }) => (name.startsWith('ledger_') ? [name] : []))
  const [, dashboard = '', guide = ''] = FILES.map((file) => fs.readFileSync(file, 'utf8'))
  expect(own).toHaveLength(8)
  expect(own.filter((name) => !guide.includes(name))).toEqual([])
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([])
})

test('every alert says what to do', () => {
  const alerts = [...fs.readFileSync(FILES[0]!, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
  expect(alerts.length).toBeGreaterThan(5)
  const guide = fs.readFileSync(FILES[2]!, 'utf8')
  expect(alerts.filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([])
})
