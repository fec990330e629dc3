import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '#scripts/build'
import { makeDataDir, type OwnSite, startOwnSite } from '#scripts/testing/own-site'
import { isAlive, sendSignal } from '#scripts/testing/processes'
import { waitUntil } from '#scripts/testing/wait-until'

const dir = makeDataDir()
let site: OwnSite | undefined

beforeAll(() => ensureBuild())
afterAll(async () => {
  await site?.stop()
  fs.rmSync(dir, { recursive: true, force: true })
})

const group = ({ npm }: OwnSite) => -npm.pid!

test.each<[string, NodeJS.Signals, (site: OwnSite) => number]>([
  ['SIGTERM to the process group, as systemd sends it,', 'SIGTERM', group],
  ['SIGHUP to the process group, as a closed terminal sends it,', 'SIGHUP', group],
  ['SIGTERM to the innermost process', 'SIGTERM', ({ pidsOf }) => pidsOf('primary')[0]!],
  ['SIGKILL to npm', 'SIGKILL', ({ npm }) => npm.pid!],
])('%s ends every process, the database last and in order', async (_what, signal, target) => {
  site = await startOwnSite({ dir })
  const all = site.processes()
  const database = site.pidsOf('database')
  expect(database).toHaveLength(1)
  sendSignal(target(site), signal)
  await waitUntil(() => all.every(({ pid }) => database.includes(pid) || !isAlive(pid) || !isAlive(database[0]!)))
  await waitUntil(() => all.every(({ pid }) => !isAlive(pid)))
  const log = fs.readFileSync(path.join(dir, 'postgres/server.log'), 'utf8')
  expect(log.trimEnd()).toMatch(/database system is shut down$/)
})

test('SIGKILL to the process that runs the database ends every process, and the database shuts down cleanly', async () => {
  site = await startOwnSite({ dir })
  const all = site.processes()
  sendSignal(site.pidsOf('primary')[0]!, 'SIGKILL')
  await waitUntil(() => all.every(({ pid }) => !isAlive(pid)))
  expect(fs.existsSync(path.join(dir, 'postgres/postmaster.pid'))).toBe(false)
})

test('npm start stops a database server that has outlived every other process of the last start', async () => {
  site = await startOwnSite({ dir })
  const [orphan] = site.pidsOf('database')
  const others = site.processes().filter(({ command }) => !command.includes('postgres'))
  // Children first: the guard of the database would stop it.
  for (const { pid } of others.reverse()) sendSignal(pid, 'SIGKILL')
  await site.ended
  expect(isAlive(orphan!)).toBe(true)
  site = await startOwnSite({ dir })
  expect(isAlive(orphan!)).toBe(false)
  await site.stop()
})

test('a database that keeps crashing ends npm start with the reason from the database log', async () => {
  site = await startOwnSite({ dir })
  const control = path.join(dir, 'postgres/global/pg_control')
  fs.renameSync(control, `${control}.away`)
  for (const pid of site.pidsOf('database')) sendSignal(pid, 'SIGKILL')
  expect(await site.ended).toBe(1)
  fs.renameSync(`${control}.away`, control)
  // The next start cleans up the shared memory of the killed server and keeps the data.
  const said = site.said()
  site = await startOwnSite({ dir })
  expect(said).toMatch(/The database ended 5 times within a minute and is not started again: .*global\/pg_control/s)
})
