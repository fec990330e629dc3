import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { ensureBuild } from '#scripts/build'
import { startScratchServer } from '#scripts/database/scratch-database'
import { startBuiltApp } from './built-app'

/**
 * Once per run: a PostgreSQL server with the demo content, and for each worker a copy of it with the built app on a free
 * port. The log of the sites stays in build/e2e-server.log until the next run.
 */
export default async function startSites({ workers }: FullConfig) {
  await ensureBuild()
  const server = await startScratchServer()
  const template = await server.createMigrated('ledger_e2e')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-e2e-'))
  Object.assign(process.env, {
    SESSION_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
    RATE_LIMIT: '0',
    BCRYPT_COST: '4',
    LINK_CHECKS: '0',
  })
  // As a command, because Playwright's loader cannot import the JSON files of the content.
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: template, DATA_DIR: folder },
  })

  const log = fs.openSync('build/e2e-server.log', 'w')
  const vendor = await startVendorSite()
  const started: Awaited<ReturnType<typeof startSite>>[] = []
  for (let index = 0; index < workers; index++) started.push(await startSite(index))
  // Inherited by the workers, each of which takes its own: factories write to the database of its site.
  process.env.SITES = JSON.stringify(started.map(({ settings }) => settings))

  async function startSite(index: number) {
    const databaseUrl = await server.create(`ledger_e2e_${index}`, 'ledger_e2e')
    const dataDir = path.join(folder, String(index))
    fs.mkdirSync(dataDir)
    // A form that waits for a row locked by a test fails soon. Nothing else here waits for a lock.
    const impatient = new URL(databaseUrl)
    impatient.searchParams.set('options', '-c lock_timeout=150')
    const env = {
      DATABASE_URL: impatient.href,
      DATA_DIR: dataDir,
      SESSION_SECRET: process.env.SESSION_SECRET!,
      NODE_OPTIONS: `--import ${path.resolve('tests/setup/vendor-site.js')}`,
      VENDOR_SITE: vendor.url,
    }
    const web = await startBuiltApp(env, log)
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SITE_URL: `http://localhost:${web.port}` }
    return { settings, web }
  }

  return async () => {
    await Promise.all(started.map(({ web }) => web.stop()))
    vendor.stop()
    await server.stop()
    fs.closeSync(log)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The pages of tests/fixtures/pages, which the site reaches as http://vendor.test/<name>. */
async function startVendorSite() {
  const server = http.createServer(({ url = '/' }, response) => {
    const file = `tests/fixtures/pages/${path.basename(url)}.html`
    if (!fs.existsSync(file)) return response.writeHead(404).end()
    response.setHeader('Content-Type', 'text/html').end(fs.readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}
