import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '#scripts/build'
import { findFreePort } from '#scripts/database/embedded-server'
import { startScratchServer } from '#scripts/database/scratch-database'
import { startWebServer } from '#scripts/serve/web-server'

/**
 * Once per run: the built app on a free port, with a PostgreSQL of its own that holds the demo content.
 * Its log is kept in build/e2e-server.log until the next run.
 */
export default async function startSite() {
  await ensureBuild()
  const server = await startScratchServer()
  const databaseUrl = await server.createMigrated('ledger_e2e')
  const port = await findFreePort()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-e2e-'))

  // The workers inherit these: factories write to the same database, pages come from the same site.
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SITE_URL: `http://localhost:${port}`,
    SESSION_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
    RATE_LIMIT: '0',
    BCRYPT_COST: '4',
  })
  // By the command, because Playwright's own loader does not read the content's JSON files.
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })

  const log = fs.openSync('build/e2e-server.log', 'w')
  // A form that waits for a row that a test has locked fails soon. Nothing else here waits for a lock.
  const impatient = new URL(databaseUrl)
  impatient.searchParams.set('options', '-c lock_timeout=500')
  const web = await startWebServer({ port, databaseUrl: impatient.href, output: log })

  return async () => {
    await web.stop()
    await server.stop()
    fs.closeSync(log)
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
