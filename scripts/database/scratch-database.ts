import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createDatabase, type EmbeddedServer, startEmbeddedServer } from './embedded-server'
import { migrateToLatest } from './migrations'

export type ScratchServer = EmbeddedServer & {
  /** Creates an empty database, or a copy of `template`, and returns its URL. */
  create(name: string, template?: string): Promise<string>
  /** Creates a database with the whole schema and returns its URL. */
  createMigrated(name: string): Promise<string>
}

/**
 * A PostgreSQL server in a temporary folder, for tests and benchmarks. The folder is deleted when it stops and when this
 * process ends, even if killed.
 */
export async function startScratchServer(settings?: Record<string, string>): Promise<ScratchServer> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-scratch-'))
  // The server may run as another user, who needs to traverse this folder.
  fs.chmodSync(dir, 0o711)
  const server = await startEmbeddedServer({ dir, isScratch: true, settings })

  async function create(name: string, template?: string) {
    const client = new pg.Client(server.url('postgres'))
    await client.connect()
    try {
      if (template === undefined) await createDatabase(client, name)
      else {
        const [copy, original] = [client.escapeIdentifier(name), client.escapeIdentifier(template)]
        await client.query(`create database ${copy} template ${original}`)
      }
    } finally {
      await client.end()
    }
    return server.url(name)
  }

  return {
    ...server,
    create,
    async createMigrated(name) {
      const url = await create(name)
      await migrateToLatest(url)
      return url
    },
    async stop() {
      await server.stop()
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}
