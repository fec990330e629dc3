import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startScratchServer } from '#scripts/database/scratch-database'

export const TEMPLATE = 'ledger_template'

/** Once per run: a PostgreSQL server with one migrated, empty database that every process clones, and a folder for their data. */
export default async function startDatabase(project: TestProject) {
  const server = await startScratchServer({ max_connections: '200', deadlock_timeout: '50ms' })
  await server.createMigrated(TEMPLATE)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-test-'))
  project.provide('databaseServer', server.url('postgres'))
  project.provide('dataFolder', folder)
  return async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
    dataFolder: string
  }
}
