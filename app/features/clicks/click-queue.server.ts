import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '~/log.server'
import { type Click, insertClicks } from './clicks.server'

/** So many wait in memory at most while the database takes none; it stands for minutes of a busy day. */
const MOST_WAITING = 10_000
/** With the time limit of a statement, a table may be locked for nearly half a minute before clicks are lost. */
const ATTEMPTS = 6

type Batch = { clicks: Map<string, Click>; written: Promise<void> }

/** Gathers clicks while the batch before it is being written. */
let next: Batch | undefined
let last = Promise.resolve()

/**
 * Hands a click over and comes back when it is written, or given up: it never fails. One connection at a time writes,
 * so that a slow or locked table holds up nothing else.
 */
export function enqueueClick(click: Click): Promise<void> {
  next ??= beginBatch()
  // A repeat in the same batch is no click of its own.
  const key = click.repeat_key.toString('base64')
  if (next.clicks.size < MOST_WAITING && !next.clicks.has(key)) next.clicks.set(key, click)
  return next.written
}

function beginBatch(): Batch {
  const clicks: Batch['clicks'] = new Map()
  last = last.then(() => {
    next = undefined
    return write([...clicks.values()])
  })
  return { clicks, written: last }
}

/** Writing the same clicks again is harmless, so it also is when nobody knows whether the first time succeeded. */
async function write(clicks: Click[]) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await insertClicks(clicks)
    } catch (error) {
      if (attempt === 1) log.warn({ err: error }, 'Clicks cannot be counted at the moment')
      if (attempt === ATTEMPTS) log.error({ err: error }, `${clicks.length} clicks were not counted`)
      else await sleep(attempt * 300, undefined, { ref: false })
    }
  }
}
