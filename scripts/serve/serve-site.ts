import type { OpenDatabase } from '../database/with-database'
import { runProcesses } from './processes'

type Settings = { port: number; siteName: string; note?: string }

/** Serves the built app and runs jobs until a stop is requested. Prints the address, and how to make an admin. */
export function serveSite(stop: AbortSignal, { url: databaseUrl, ready, gaveUp }: OpenDatabase, settings: Settings) {
  const { port, siteName, note } = settings
  return runProcesses(stop, {
    port,
    databaseUrl,
    ready,
    gaveUp,
    async onRunning() {
      const { makeFirstAdminUrl } = await import('~/features/people/accounts/first-admin.server')
      const firstAdminUrl = await makeFirstAdminUrl().catch(() => undefined)
      const lines = [
        `${siteName} is running at http://localhost:${port}`,
        note,
        firstAdminUrl &&
          `Become its admin:  ${firstAdminUrl}\nThis address works once, within 24 hours. Or on the command line:`,
        'Make an admin:  npm run user -- create --email you@example.com --password "..." --name "You" --role ADMIN',
        'Stop with Ctrl-C.',
      ]
      console.log(`\n${lines.filter(Boolean).join('\n')}\n`)
    },
  })
}
