import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { MailAttempts } from '~/db/job-queue.server'
import type { MailStatus } from '~/db/schema'
import { deliverOrRetry } from '~/features/accounts/mail-retries.server'
import { getsMail } from '~/features/accounts/mail-rhythm.server'
import { reserveMails } from '~/features/accounts/mail-throttle.server'
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

type Options = { signal?: AbortSignal; until?: number }

/** Sends planned mails that are due, alerts first, as fast as the limit allows. Returns how many were delivered. */
export async function sendMails({ signal, until = Date.now() + MAX_RUN_MS }: Options = {}) {
  let sent = 0
  while (!signal?.aborted && Date.now() < until) {
    const claimed = await claimMails()
    if (claimed.length === 0) break
    const round = await sendClaimed(claimed)
    sent += round.sent
    if (!round.waitsUntil) continue
    const pause = round.waitsUntil.getTime() - Date.now()
    if (Date.now() + pause >= until) break
    await sleep(Math.max(pause, 0), undefined, { signal }).catch(() => {})
  }
  return sent
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

async function sendClaimed(claimed: Claimed[]) {
  const wanted = claimed.filter(({ gets_mail }) => gets_mail)
  const written = await write(wanted)
  const { allowed, waitsUntil } = await reserveMails(written.size)
  let [left, sent] = [allowed, 0]
  const queue = [...claimed]
  const lane = async () => {
    const connection = openMailConnection()
    for (let next = queue.shift(); next; next = queue.shift()) {
      const mail = written.get(next.id)
      if (!mail) await finish(next.id, 'DROPPED')
      else if (left === 0) await putOff(next.id, waitsUntil)
      else {
        left--
        const outcome = await sendOne(next, mail, connection)
        sent += Number(outcome === 'sent')
      }
    }
    connection?.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { sent, waitsUntil: allowed < written.size ? waitsUntil : undefined }
}

async function write(mails: Claimed[]) {
  const alerts = mails.filter(({ kind }) => kind === 'ALERT')
  const digests = mails.filter(({ kind }) => kind !== 'ALERT')
  return new Map([
    ...(alerts.length ? await writeAlerts(alerts) : []),
    ...(digests.length ? await writeDigests(digests) : []),
  ])
}

async function sendOne(
  { id, user_id, kind, failures, may_have_arrived }: Claimed,
  mail: Mail,
  connection: MailConnection | undefined,
) {
  const earlier = failures > 0 ? { failures, mayHaveArrived: may_have_arrived } : {}
  const outcome = await deliverOrRetry({ ...mail, id }, earlier, {
    name: kind.toLowerCase(),
    about: { entity: 'profile', id: user_id },
    retry: (attempts, runAt) => putOff(id, runAt, attempts),
    connection,
    isCounted: true,
  })
  if (outcome === 'sent') await finish(id, 'SENT')
  if (outcome === 'given up') await finish(id, 'FAILED')
  return outcome
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

async function finish(id: string, status: MailStatus) {
  await db.updateTable('mails').set({ status, finished_at: sql`now()` }).where('id', '=', id).execute()
}

/** Daily job: what was sent is forgotten after 90 days, like the notifications. */
export async function deleteOldMails() {
  await db.deleteFrom('mails').where('created_at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
