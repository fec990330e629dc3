import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Child } from '../serve/child-process'
import { startWebServer } from '../serve/web-server'

/** Settings of measured servers, otherwise those that users run with. All requests come from one address. */
export const SERVER_ENV = {
  RATE_LIMIT: '0',
  LINK_CHECKS: '0',
  WEB_CONCURRENCY: '1',
  SESSION_SECRET: 'f3b1c0de59a7428e96d4be0712ac58f3',
  DATA_DIR: path.join(os.tmpdir(), 'ledger-bench'),
}

type Settings = { port: number; databaseUrl: string; env?: Record<string, string> }

/** The built site as users run it: with its log on, here written to a file that is deleted when the site stops. */
export async function startBuiltSite({ port, databaseUrl, env }: Settings): Promise<Child> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-log-'))
  const output = fs.openSync(path.join(dir, 'site.log'), 'a')
  const site = await startWebServer({ port, databaseUrl, env: { ...SERVER_ENV, ...env }, output })
  return {
    ...site,
    async stop(timeout?: number) {
      await site.stop(timeout)
      fs.closeSync(output)
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}
