import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, inject } from 'vitest'

// Each worker owns a clone of the migrated template, so test files run in parallel on real PostgreSQL.
const name = `ledger_worker_${process.env.VITEST_POOL_ID}`
const admin = new pg.Client(inject('databaseServer'))
await admin.connect()
await admin.query(`drop database if exists ${name} with (force)`)
await admin.query(`create database ${name} template ledger_template`)
await admin.end()

const url = new URL(inject('databaseServer'))
url.pathname = name
process.env.DATABASE_URL = url.href
process.env.SESSION_SECRET ??= 'only-for-tests-only-for-tests-only-for-tests'
process.env.DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-test-'))
// Imported after DATABASE_URL is set: the pool is made when the module loads.
const { db } = await import('~/db/database.server')

beforeEach(async () => {
  // One statement for everything: whatever a test wrote hangs on one of these.
  await sql`truncate profiles, deals, categories, platforms, seo_metadata, slug_redirects, imports, audit_log, rate_limits, recent_clicks,
    uncounted_clicks, click_days, referrer_click_days, place_click_sums, tallies, empty_searches,
    graphile_worker._private_jobs restart identity cascade`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  fs.rmSync(process.env.DATA_DIR!, { recursive: true, force: true })
})
