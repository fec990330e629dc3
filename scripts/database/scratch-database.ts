import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server'
import { migrateToLatest } from './migrations'

export type ScratchServer = EmbeddedServer & {
  /** Makes an empty database, or a copy of `template`, and gives its address. */
  create(name: string, template?: string): Promise<string>
  /** Makes a database with the whole schema and gives its address. */
  createMigrated(name: string): Promise<string>
}

/**
 * A PostgreSQL of its own in a temporary folder, for tests and benchmarks. Stopping it removes every trace, and so does
 * the end of this process, however it comes.
 */
export async function startScratchServer(settings?: Record<string, string>): Promise<ScratchServer> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-scratch-'))
  // The server may run as another user, who has to get through this folder to its own.
  fs.chmodSync(dir, 0o711)
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, 'scratch-guard.js'), dir], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  // The guard outlives this process, so it must not keep it alive.
  guard.unref()
  guard.channel?.unref()
  const server = await startEmbeddedServer({ dir, isScratch: true, settings })

  async function create(name: string, template = 'template0') {
    const client = new pg.Client(server.url('postgres'))
    await client.connect()
    try {
      await client.query(
        `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`,
      )
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
      guard.kill('SIGKILL')
      await server.stop()
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}
