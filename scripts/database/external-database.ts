import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
/** Errors worth a retry: of the network, or of a server that is starting, stopping or full. Not a wrong password. */
const TEMPORARY_CODE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|57|53|08)/
const TEMPORARY_MESSAGE = /timeout|connection terminated/i

export class UnusableDatabase extends Error {
  constructor(
    { database, host, port }: pg.Client,
    reason: string,
    readonly isTemporary = false,
  ) {
    super(`The database "${database}" at ${host}:${port} cannot be used: ${reason}`)
  }
}

/** @throws UnusableDatabase with the reason */
export async function assertUsable(url: string) {
  const timeout = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS }
  const client = new pg.Client({ connectionString: url, ...timeout })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    if (Number(rows[0]?.version) < 150_000) throw new UnusableDatabase(client, 'it is older than PostgreSQL 15')
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    const isTemporary = TEMPORARY_CODE.test(code) || TEMPORARY_MESSAGE.test(message)
    throw new UnusableDatabase(client, message || code, isTemporary)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Waits for an unavailable database until a stop is requested.
 *
 * @throws for errors that a retry cannot solve
 */
export async function waitUntilUsable(url: string, stop: AbortSignal) {
  for (;;) {
    try {
      return await assertUsable(url)
    } catch (error) {
      if (!(error instanceof UnusableDatabase && error.isTemporary)) throw error
    }
    await sleep(RETRY_MS, undefined, { signal: stop })
  }
}
