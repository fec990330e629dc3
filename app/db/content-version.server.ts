import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { env } from '~/env.server'
import { log } from '~/log.server'

/** How often the listening connection is asked whether it is alive, and how long it may take to say so. */
const PULSE = 5_000
const PATIENCE = 2_000

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
 * nothing may be kept.
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
  if (client) await client.query('select').catch(() => lose(listening, client))
}

async function keepListening(listening: Listening): Promise<never> {
  for (let failures = 0; ; failures++) {
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      application_name: 'lifetime-ledger-listener',
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
    })
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', () => lose(listening, client))
    client.on('notification', () => {
      listening.version++
    })
    try {
      await client.connect()
      await client.query('listen content_changed')
      // Whatever changed until now was not heard.
      listening.version++
      listening.client = client
      failures = 0
      const pulse = setInterval(() => void catchUpWithContent(), PULSE)
      await lost
      clearInterval(pulse)
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'Changes of the content cannot be heard; pages are not kept')
      await client.end().catch(() => {})
    }
    lose(listening, client)
    await sleep(Math.min(100 * 2 ** failures, 5_000), undefined, { ref: false })
  }
}

function lose(listening: Listening, client: pg.Client) {
  if (listening.client === client) {
    listening.client = undefined
    listening.version++
  }
  void client.end().catch(() => {})
}
