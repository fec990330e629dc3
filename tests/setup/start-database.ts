import type { TestProject } from 'vitest/node'
import { startScratchServer } from '#scripts/database/scratch-database'

export const TEMPLATE = 'ledger_template'

/** Once per run: a PostgreSQL server with one migrated, empty database, which every worker clones. */
export default async function startDatabase(project: TestProject) {
  const server = await startScratchServer({ max_connections: '200' })
  await server.createMigrated(TEMPLATE)
  project.provide('databaseServer', server.url('postgres'))
  return () => server.stop()
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
  }
}
