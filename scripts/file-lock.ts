import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }

// A lock lasts as long as its database object, which must not be garbage collected.
const held = new Set<DatabaseSync>()

/**
 * Acquires a lock on a file, or returns undefined while another process holds it. It is SQLite's exclusive lock on an
 * empty database, which the operating system releases with the process: a crash leaves no lock behind, and there is
 * neither a process id that could be reused nor a heartbeat that a suspended laptop would miss.
 */
export function acquireLock(file: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is written, so no journal is needed.
    database.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}

const SQLITE_BUSY = 5
