import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { isDatabaseUnreachable } from './db-error.server'
import { recordDatabaseDown, recordDatabaseResponse } from './outage.server'

/**
 * How often the listening connection is asked whether it is alive, and how long it may take to say so. A connection
 * that is frozen, and not closed, is noticed after the sum of both at the latest.
 */
const HEARTBEAT_INTERVAL_MS = 500
const HEARTBEAT_TIMEOUT_MS = 1_200
/** A new connection may take this long; the database counts as down before that, when it has said nothing to anybody. */
const CONNECT_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 2_000
/** A process that was busy itself finds its timers due before it has read what came meanwhile: it looks once more. */
const GRACE_MS = 50
/** Pause between two attempts to listen again: visitors get saved pages for no longer than that once it is back. */
const RECONNECT_DELAY_MS = 200

type Listener = {
  client?: pg.Client
  /** Grows with every change of what visitors see, and whenever changes may have been missed. */
  version: number
}

declare global {
  var contentListening: Listener | undefined
}

/** Begins to listen for announcements, for as long as the process runs. */
export function listenForContentChanges() {
  if (globalThis.contentListening) return
  globalThis.contentListening = { version: 0 }
  void keepListening(globalThis.contentListening)
}

/**
 * The version of what visitors see, as far as this process has been told; undefined while nobody tells it, and then
 * no page counts as up to date.
 */
export function contentVersion(): number | undefined {
  const listening = globalThis.contentListening
  return listening?.client && listening.version
}

/**
 * Settles when this process has been told of everything that was committed before the call: the server sends waiting
 * notifications before it answers the connection that listens.
 */
export async function syncContentVersion() {
  const listening = globalThis.contentListening
  const client = listening?.client
  if (client && !(await respondsInTime(client))) disconnect(listening, client)
}

async function respondsInTime(client: pg.Client) {
  let hasAnswered = false
  const answer = client.query('select').then(
    () => {
      hasAnswered = true
      return true
    },
    () => false,
  )
  return Promise.race([
    answer,
    sleep(HEARTBEAT_TIMEOUT_MS, undefined, { ref: false })
      .then(() => sleep(GRACE_MS, undefined, { ref: false }))
      .then(() => hasAnswered),
  ])
}

async function keepListening(listening: Listener): Promise<never> {
  for (let isWarned = false; ; ) {
    const begun = performance.now()
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      application_name: 'lifetime-ledger-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    })
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', () => disconnect(listening, client))
    client.on('notification', () => {
      listening.version++
    })
    let hasAnswered = false
    const silence = setTimeout(
      () => setTimeout(() => hasAnswered || recordDatabaseDown(begun), GRACE_MS).unref(),
      SILENCE_TIMEOUT_MS,
    ).unref()
    try {
      await client.connect()
      await client.query('listen content_changed')
      clearTimeout(silence)
      hasAnswered = true
      recordDatabaseResponse()
      // Whatever changed until now was not heard.
      listening.version++
      listening.client = client
      isWarned = false
      await Promise.race([lost, heartbeat(listening, client)])
    } catch (error) {
      clearTimeout(silence)
      hasAnswered = true
      if (isDatabaseUnreachable(error)) recordDatabaseDown(begun)
      if (!isWarned) log.warn({ err: error }, 'Changes of the content are not heard; no page counts as up to date')
      isWarned = true
    }
    disconnect(listening, client)
    if (performance.now() - begun < 10 * RECONNECT_DELAY_MS) await sleep(RECONNECT_DELAY_MS, undefined, { ref: false })
  }
}

/** Settles when the connection has been given up. */
async function heartbeat(listening: Listener, client: pg.Client) {
  while (listening.client === client) {
    await sleep(HEARTBEAT_INTERVAL_MS, undefined, { ref: false })
    await syncContentVersion()
  }
}

function disconnect(listening: Listener, client: pg.Client) {
  if (listening.client === client) {
    listening.client = undefined
    listening.version++
  }
  void client.end().catch(() => {})
}
