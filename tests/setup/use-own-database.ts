import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, inject, vi } from 'vitest'

// Vitest runs this file before each test file. Files of the project "shared" run one after another in the same process,
// with one database and one instance of every module.

declare global {
  var startedTests: Promise<{ empty: () => Promise<unknown>; restoreSettings: () => void }> | undefined
}
globalThis.startedTests ??= startTests()
const { empty, restoreSettings } = await globalThis.startedTests

// Everything a test wrote is removed before the next test, mails too.
beforeEach(empty)
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  restoreSettings()
})

async function startTests() {
  process.env.DATABASE_URL = await cloneDatabase()
  process.env.SESSION_SECRET ??= 'only-for-tests-only-for-tests-only-for-tests'
  process.env.DATA_DIR = fs.mkdtempSync(path.join(inject('dataFolder'), 'process-'))
  // Imported after DATABASE_URL is set, because the pool is created when the module loads.
  const { env } = await import('~/env.server')
  const { prepareEmptying } = await import('./empty-tables')
  const [variables, settings] = [{ ...process.env }, { ...env }]
  const restoreSettings = () => {
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
    Object.assign(process.env, variables)
    Object.assign(env, settings)
  }
  const emptyTables = await prepareEmptying()
  const empty = async () => {
    fs.rmSync(path.join(env.DATA_DIR, 'mail'), { recursive: true, force: true })
    await emptyTables()
  }
  return { empty, restoreSettings }
}

/** Each process has its own clone of the migrated template, so that test files run in parallel on a real PostgreSQL. */
async function cloneDatabase() {
  const name = `ledger_worker_${process.env.VITEST_POOL_ID}`
  const admin = new pg.Client(inject('databaseServer'))
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name} template ledger_template strategy file_copy`)
  // As the database of a host that is not in UTC. What the app reads and writes must not depend on it.
  await admin.query(`alter database ${name} set timezone = 'Pacific/Kiritimati'`)
  await admin.end()
  const url = new URL(inject('databaseServer'))
  url.pathname = name
  return url.href
}
