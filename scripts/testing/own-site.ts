import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readPort } from '../database/embedded'
import { findEmbeddedUrl, findFreePort } from '../database/embedded-server'
import { guardProcess } from '../process-guard'
import { SERVER_ENV } from './built-site'
import { isAlive, listDescendants, sendSignal } from './processes'
import { waitUntil } from './wait-until'

const root = path.resolve(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 120_000

/** The processes of a running site, recognized by their command lines. */
const PARTS = {
  command: /^node scripts\/run\.js start/,
  primary: /scripts\/start\.ts/,
  web: /serve\/dist\/cli\.js/,
  worker: /worker-process\.ts/,
  database: /bin\/postgres -D/,
} as const
export type Part = keyof typeof PARTS

export type OwnSite = Awaited<ReturnType<typeof startOwnSite>>

/** Creates a data folder for `startOwnSite` that the database server's user can traverse. */
export function makeDataDir() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-own-'))
  fs.chmodSync(dir, 0o711)
  return dir
}

type Settings = { dir: string; port?: number; env?: Record<string, string> }

/** Runs `npm start` like a terminal: in its own process group, with its own data folder and port. */
export async function runOwnSite({ dir, port, env }: Settings) {
  const ownPort = port ?? (await findFreePort())
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...SERVER_ENV,
      VITEST: undefined,
      NODE_ENV: 'development',
      SITE_URL: '',
      DATABASE_URL: '',
      SEED_DEMO: '0',
      PORT: String(ownPort),
      DATA_DIR: dir,
      ...env,
    },
  })
  let said = ''
  for (const output of [npm.stdout, npm.stderr]) {
    output.setEncoding('utf8').on('data', (chunk) => {
      said += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => npm.once('exit', resolve))
  // If this process is killed, the site's process group is asked to stop.
  void ended.then(guardProcess(-npm.pid!, 'INT'))
  const get = (place: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${ownPort}${place}`, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init })
  const processes = () => listDescendants(npm.pid!)
  return {
    npm,
    ended,
    get,
    processes,
    port: ownPort,
    dir,
    said: () => said,
    /** The process ids of a kind of process. */
    pidsOf: (part: Part) => processes().flatMap(({ pid, command }) => (PARTS[part].test(command) ? [pid] : [])),
    isReady: async () => (await get('/readyz').catch(() => undefined))?.status === 200,
    databaseUrl: () => findEmbeddedUrl(dir, readPort(dir)!, 'lifetime_ledger'),
    /** Stops the site, with SIGKILL after a timeout, and waits until all its processes have ended. */
    async stop() {
      const all = processes()
      if (npm.exitCode === null) sendSignal(npm.pid!, 'SIGTERM')
      await waitUntil(() => all.every(({ pid }) => !isAlive(pid)), 15_000).catch(() => {
        for (const { pid } of all) sendSignal(pid, 'SIGKILL')
      })
      await ended
    },
  }
}

/** Like `runOwnSite`, but resolves when the site responds and its job worker runs. */
export async function startOwnSite(settings: Settings) {
  const site = await runOwnSite(settings)
  const isUp = async () => {
    if (site.npm.exitCode !== null) throw new Error(`The site ended:\n${site.said()}`)
    return site.said().includes('is running at') && (await site.isReady())
  }
  await waitUntil(isUp, START_TIMEOUT_MS).catch(async (error) => {
    await site.stop()
    throw error
  })
  return site
}
