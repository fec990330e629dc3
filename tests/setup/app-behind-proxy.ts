import pg from 'pg'
import { type BuiltApp, startBuiltApp } from './built-app'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy'

export type AppBehindProxy = {
  app: BuiltApp
  proxy: FaultyProxy
  /** A connection to the database that does not go through the proxy. */
  admin: pg.Client
  /** The address of the database through the proxy. */
  databaseUrl: string
  stop(): Promise<void>
}

/** The built app with a proxy between it and the database of this test file, so that a test can interrupt both. */
export async function startAppBehindProxy(env: Record<string, string> = {}): Promise<AppBehindProxy> {
  const database = new URL(process.env.DATABASE_URL!)
  const port = Number(database.port)
  const admin = new pg.Client(database.href)
  await admin.connect()
  const proxy = await startFaultyProxy(() => port)
  database.port = String(proxy.port)
  const settings = { DATABASE_URL: database.href, SESSION_SECRET: process.env.SESSION_SECRET! }
  const app = await startBuiltApp({ ...settings, ...env })
  return {
    app,
    proxy,
    admin,
    databaseUrl: database.href,
    async stop() {
      await app.stop()
      await admin.end()
      await proxy.close()
    },
  }
}

/** Waits until a URL that needs the database answers 200, for at most ten seconds. */
export async function untilAnswered({ get }: BuiltApp, path: string) {
  const end = Date.now() + 10_000
  while ((await get(path).catch(() => undefined))?.status !== 200) {
    if (Date.now() > end) throw new Error('The app did not recover')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
