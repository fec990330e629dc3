import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { MailAttempts } from '~/db/job-queue.server'
import type { MailStatus } from '~/db/schema'
import { deliverOrRetry } from '~/features/people/mails/mail-retries.server'
import { getsMail } from '~/features/people/mails/mail-rhythm.server'
import { reserveMails } from '~/features/people/mails/mail-throttle.server'
import { type Mail, type MailConnection, openMailConnection } from '~/mail/transport.server'
import { type PlannedMail, writeDigests } from './digest.server'
import { writeAlerts } from './owner-alert.server'

const AT_A_TIME = 50
/** Delivered at the same time. */
const LANES = 4
/** A mail that was under way when its process died is sent again after this, with the same Message-ID. */
const LEASE_MINUTES = 10
/** The job runs every minute; a longer limit a minute is slept through. */
const MAX_RUN_MS = 55_000

/** Sends planned mails that are due, alerts first, as fast as the limit allows. Returns how many were delivered. */
export async function sendMails({ signal }: { signal?: AbortSignal } = {}) {
  const until = Date.now() + MAX_RUN_MS
  let sent = 0
  while (!signal?.aborted && Date.now() < until) {
    const lanes = Array.from({ length: LANES }, openMailConnection)
    const round = await sendUntilLimit(lanes, () => !signal?.aborted && Date.now() < until)
    for (const connection of lanes) connection?.close()
    sent += round.sent
    const pause = round.waitsUntil ? round.waitsUntil.getTime() - Date.now() : undefined
    if (pause === undefined || Date.now() + pause >= until) break
    await sleep(Math.max(pause, 0), undefined, { signal }).catch(() => {})
  }
  return sent
}

type Lane = MailConnection | undefined

async function sendUntilLimit(lanes: Lane[], isInTime: () => boolean) {
  let sent = 0
  while (isInTime()) {
    const claimed = await claimMails()
    if (claimed.length === 0) break
    const round = await sendClaimed(claimed, lanes)
    sent += round.sent
    if (round.waitsUntil) return { sent, waitsUntil: round.waitsUntil }
  }
  return { sent }
}

type Claimed = PlannedMail & { failures: number; may_have_arrived: boolean; gets_mail: boolean }

async function claimMails() {
  const { rows } = await sql<Claimed>`
    with claimed as (
      update mails set send_after = now() + ${LEASE_MINUTES} * interval '1 minute'
      where id in (
        select id from mails where status = 'WAITING' and send_after <= now()
        order by send_after, id limit ${AT_A_TIME} for update skip locked)
      returning *)
    select claimed.*, email, mail_rhythm,
      profiles.status = 'ACTIVE' and ${getsMail} as gets_mail
    from claimed join profiles on profiles.id = user_id
    order by claimed.created_at, claimed.id`.execute(db)
  return rows
}

async function sendClaimed(claimed: Claimed[], lanes: Lane[]) {
  const wanted = claimed.filter(({ gets_mail }) => gets_mail)
  const written = await write(wanted)
  const { allowed, waitsUntil } = await reserveMails(written.size)
  const arrived = makeArrivals()
  let left = allowed
  const queue = [...claimed]
  const work = async (connection: Lane) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const mail = written.get(next.id)
      if (!mail) await finish([next.id], 'DROPPED')
      else if (left === 0) await putOff(next.id, waitsUntil)
      else {
        left--
        const outcome = await sendOne(next, mail, connection)
        if (outcome === 'sent') arrived.add(next.id)
        if (outcome === 'given up') await finish([next.id], 'FAILED')
      }
    }
  }
  await Promise.all(lanes.map(work))
  return { sent: await arrived.written(), waitsUntil: allowed < written.size ? waitsUntil : undefined }
}

/**
 * Notes delivered mails while others are sent: whatever arrives during one write is in the next, as each waits for the
 * disk. A crash leaves at most those of one write to be sent again.
 */
function makeArrivals() {
  const waiting: string[] = []
  let count = 0
  let writing = Promise.resolve()
  const writeAll = async () => {
    const ids = waiting.splice(0)
    if (ids.length > 0) await finish(ids, 'SENT')
  }
  return {
    add(id: string) {
      count++
      waiting.push(id)
      if (waiting.length > 1) return
      writing = writing.then(writeAll)
      // A failure does not end the process; `written` throws it.
      writing.catch(() => {})
    },
    /** Waits for all writes. Returns the number of mails. */
    async written() {
      await writing
      return count
    },
  }
}

async function write(mails: Claimed[]) {
  const alerts = mails.filter(({ kind }) => kind === 'ALERT')
  const digests = mails.filter(({ kind }) => kind !== 'ALERT')
  return new Map([
    ...(alerts.length ? await writeAlerts(alerts) : []),
    ...(digests.length ? await writeDigests(digests) : []),
  ])
}

function sendOne({ id, user_id, kind, failures, may_have_arrived }: Claimed, mail: Mail, connection: Lane) {
  const earlier = failures > 0 ? { failures, mayHaveArrived: may_have_arrived } : {}
  return deliverOrRetry({ ...mail, id }, earlier, {
    name: kind.toLowerCase(),
    about: { entity: 'profile', id: user_id },
    retry: (attempts, runAt) => putOff(id, runAt, attempts),
    connection,
    isCounted: true,
  })
}

async function putOff(id: string, until: Date, { failures, mayHaveArrived }: MailAttempts = {}) {
  await db
    .updateTable('mails')
    .set({
      send_after: until,
      ...(failures !== undefined && { failures, may_have_arrived: mayHaveArrived === true }),
    })
    .where('id', '=', id)
    .execute()
}

async function finish(ids: string[], status: MailStatus) {
  await db.updateTable('mails').set({ status, finished_at: sql`now()` }).where('id', 'in', ids).execute()
}

/** Daily job: what was sent is forgotten after 90 days, like the notifications. */
export async function deleteOldMails() {
  await db.deleteFrom('mails').where('created_at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
