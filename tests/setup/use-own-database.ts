import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, inject } from 'vitest'

// Each worker has its own clone of the migrated template, so test files run in parallel on a real PostgreSQL.
const name = `ledger_worker_${process.env.VITEST_POOL_ID}`
const admin = new pg.Client(inject('databaseServer'))
await admin.connect()
await admin.query(`drop database if exists ${name} with (force)`)
await admin.query(`create database ${name} template ledger_template`)
// As the database of a host that is not in UTC. What the app reads and writes must not depend on it.
await admin.query(`alter database ${name} set timezone = 'Pacific/Kiritimati'`)
await admin.end()

const url = new URL(inject('databaseServer'))
url.pathname = name
process.env.DATABASE_URL = url.href
process.env.SESSION_SECRET ??= 'only-for-tests-only-for-tests-only-for-tests'
process.env.DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-test-'))
// Imported after DATABASE_URL is set, because the pool is created when the module loads.
const { db } = await import('~/db/database.server')
const { prepareEmptying } = await import('./empty-tables')

// Everything a test wrote is removed before the next test.
beforeEach(await prepareEmptying())
afterAll(async () => {
  await db.destroy()
  fs.rmSync(process.env.DATA_DIR!, { recursive: true, force: true })
})
