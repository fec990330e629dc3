import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '~/log.server'
import { GRACE_MS } from './connection.server'
import { directConnectionConfig } from './connection-config.server'
import { isDatabaseUnreachable } from './db-error.server'
import { recordDatabaseDown, recordDatabaseResponse } from './outage.server'

/**
 * Interval of heartbeats on the listening connection and their timeout. A frozen connection is detected within the sum
 * of both.
 */
const HEARTBEAT_INTERVAL_MS = 500
const HEARTBEAT_TIMEOUT_MS = 1_200
/** Timeout of a new connection. The database counts as down earlier, after SILENCE_TIMEOUT_MS without any response. */
const CONNECT_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 2_000
/** Pause between attempts to reconnect. Visitors may get stale pages for this long after the database is back. */
const RECONNECT_DELAY_MS = 200

type Listener = {
  client?: pg.Client
  /** Incremented with every change of public content, and whenever changes may have been missed. */
  version: number
}

declare global {
  var contentListening: Listener | undefined
}

/** Starts to listen for notifications, for as long as the process runs. */
export function listenForContentChanges() {
  if (globalThis.contentListening) return
  globalThis.contentListening = { version: 0 }
  void keepListening(globalThis.contentListening)
}

/**
 * The version of the public content that this process knows. Undefined while the listening connection is lost; then no
 * page counts as fresh.
 */
export function contentVersion(): number | undefined {
  const listener = globalThis.contentListening
  return listener?.client && listener.version
}

/**
 * Resolves when this process knows of everything that was committed before the call: the server sends pending
 * notifications before the response to a query on the listening connection.
 *
 * @param maxWait in milliseconds, where old content is better than waiting for a database that hangs
 */
export async function syncContentVersion(maxWait = Infinity) {
  const late = Number.isFinite(maxWait) ? [sleep(maxWait, undefined, { ref: false })] : []
  await Promise.race([disconnectIfSilent(), ...late])
}

async function disconnectIfSilent() {
  const listener = globalThis.contentListening
  const client = listener?.client
  if (client && !(await respondsInTime(client))) disconnect(listener, client)
}

async function respondsInTime(client: pg.Client) {
  let hasResponded = false
  const response = ping(client).then(
    () => {
      hasResponded = true
      return true
    },
    () => false,
  )
  return Promise.race([
    response,
    sleep(HEARTBEAT_TIMEOUT_MS, undefined, { ref: false })
      .then(() => sleep(GRACE_MS, undefined, { ref: false }))
      .then(() => hasResponded),
  ])
}

const pings = new WeakMap<pg.Client, { running: Promise<unknown>; next?: Promise<unknown> }>()

/**
 * Queries the server after the call. Calls during a query share the next one, because a client runs one query at a time.
 */
function ping(client: pg.Client): Promise<unknown> {
  const known = pings.get(client)
  if (known) {
    const again = () => ping(client)
    known.next ??= known.running.then(again, again)
    return known.next
  }
  const running = client.query('select').finally(() => pings.delete(client))
  pings.set(client, { running })
  return running
}

async function keepListening(listener: Listener): Promise<never> {
  for (let isWarned = false; ; ) {
    const startedAt = performance.now()
    const client = new pg.Client({
      ...directConnectionConfig('lifetime-ledger-listener'),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    })
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', () => disconnect(listener, client))
    client.on('notification', () => {
      listener.version++
    })
    let hasResponded = false
    const silence = setTimeout(
      () => setTimeout(() => hasResponded || recordDatabaseDown(startedAt), GRACE_MS).unref(),
      SILENCE_TIMEOUT_MS,
    ).unref()
    try {
      await client.connect()
      await client.query('listen content_changed')
      clearTimeout(silence)
      hasResponded = true
      recordDatabaseResponse()
      // Changes before this were missed.
      listener.version++
      listener.client = client
      isWarned = false
      await Promise.race([lost, heartbeat(listener, client)])
    } catch (error) {
      clearTimeout(silence)
      hasResponded = true
      if (isDatabaseUnreachable(error)) recordDatabaseDown(startedAt)
      if (!isWarned) log.warn({ err: error }, 'Changes of the content are not received; no page counts as fresh')
      isWarned = true
    }
    disconnect(listener, client)
    if (performance.now() - startedAt < 10 * RECONNECT_DELAY_MS)
      await sleep(RECONNECT_DELAY_MS, undefined, { ref: false })
  }
}

/** Resolves when the connection is lost. */
async function heartbeat(listener: Listener, client: pg.Client) {
  while (listener.client === client) {
    await sleep(HEARTBEAT_INTERVAL_MS, undefined, { ref: false })
    await syncContentVersion()
  }
}

function disconnect(listener: Listener, client: pg.Client) {
  if (listener.client === client) {
    listener.client = undefined
    listener.version++
  }
  void client.end().catch(() => {})
}
