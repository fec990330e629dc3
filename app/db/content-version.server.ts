import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { noteDatabaseAnswer, noteDatabaseDown } from './outage.server'
import { isOutOfReach } from './trouble.server'

/**
 * How often the listening connection is asked whether it is alive, and how long it may take to say so. A connection
 * that is frozen, and not closed, is noticed after the sum of both at the latest.
 */
const PULSE = 500
const PATIENCE = 1_200
/** A new connection may take this long; the database counts as down before that, when it has said nothing to anybody. */
const CONNECT = 5_000
const SILENCE = 2_000
/** A process that was busy itself finds its timers due before it has read what came meanwhile: it looks once more. */
const GRACE = 50
/** Pause between two attempts to listen again: visitors get saved pages for no longer than that once it is back. */
const PAUSE = 200

type Listening = {
  client?: pg.Client
  /** Grows with every change of what visitors see, and whenever changes may have been missed. */
  version: number
}

declare global {
  var contentListening: Listening | undefined
}

/** Begins to listen for announcements, for as long as the process runs. */
export function listenToContent() {
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
export async function catchUpWithContent() {
  const listening = globalThis.contentListening
  const client = listening?.client
  if (client && !(await answersInTime(client))) lose(listening, client)
}

async function answersInTime(client: pg.Client) {
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
    sleep(PATIENCE, undefined, { ref: false })
      .then(() => sleep(GRACE, undefined, { ref: false }))
      .then(() => hasAnswered),
  ])
}

async function keepListening(listening: Listening): Promise<never> {
  for (let isWarned = false; ; ) {
    const begun = performance.now()
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      application_name: 'lifetime-ledger-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT,
      query_timeout: CONNECT,
    })
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', () => lose(listening, client))
    client.on('notification', () => {
      listening.version++
    })
    let hasAnswered = false
    const silence = setTimeout(
      () => setTimeout(() => hasAnswered || noteDatabaseDown(begun), GRACE).unref(),
      SILENCE,
    ).unref()
    try {
      await client.connect()
      await client.query('listen content_changed')
      clearTimeout(silence)
      hasAnswered = true
      noteDatabaseAnswer()
      // Whatever changed until now was not heard.
      listening.version++
      listening.client = client
      isWarned = false
      await Promise.race([lost, beat(listening, client)])
    } catch (error) {
      clearTimeout(silence)
      hasAnswered = true
      if (isOutOfReach(error)) noteDatabaseDown(begun)
      if (!isWarned) log.warn({ err: error }, 'Changes of the content are not heard; no page counts as up to date')
      isWarned = true
    }
    lose(listening, client)
    if (performance.now() - begun < 10 * PAUSE) await sleep(PAUSE, undefined, { ref: false })
  }
}

/** Settles when the connection has been given up. */
async function beat(listening: Listening, client: pg.Client) {
  while (listening.client === client) {
    await sleep(PULSE, undefined, { ref: false })
    await catchUpWithContent()
  }
}

function lose(listening: Listening, client: pg.Client) {
  if (listening.client === client) {
    listening.client = undefined
    listening.version++
  }
  void client.end().catch(() => {})
}
