import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { WEB_PROCESS } from '../serve/processes'
import { waitUntil } from './wait-until'

/** Settings of measured servers, otherwise those that users run with. All requests come from one address. */
export const SERVER_ENV = {
  RATE_LIMIT: '0',
  LINK_CHECKS: '0',
  WEB_CONCURRENCY: '1',
  SESSION_SECRET: 'f3b1c0de59a7428e96d4be0712ac58f3',
  DATA_DIR: path.join(os.tmpdir(), 'ledger-bench'),
}

type Settings = { port: number; databaseUrl: string }

/** The built site as users run it: with its log on, here written to a file that is deleted when the site stops. */
export async function startBuiltSite({ port, databaseUrl }: Settings) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-log-'))
  const output = fs.openSync(path.join(dir, 'site.log'), 'a')
  const { exec, args, execArgv } = WEB_PROCESS
  const site = startChild([...execArgv, exec, ...args], {
    output,
    env: { ...SERVER_ENV, NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl },
  })
  await waitUntil(() => answers(port), 120_000)
  return {
    pid: site.pid,
    async stop() {
      await site.stop()
      fs.closeSync(output)
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

type Options = { env?: Record<string, string>; output?: 'ignore' | number }

/** Starts a Node process that ends with this one, even if this one is killed. `execArgv` has to have the preload. */
export function startChild(args: string[], { env, output = 'ignore' }: Options = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', output, output, 'ipc'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    pid: child.pid!,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
