import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Child } from '../../serve/child-process'
import { startWebServer } from '../../serve/web-server'
import { SERVER_ENV } from '../server-env'

type Settings = { port: number; databaseUrl: string; env?: Record<string, string> }

/** The built site as users run it: with its log on, here written to a file that is deleted when the site stops. */
export async function startSite({ port, databaseUrl, env }: Settings): Promise<Child> {
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
