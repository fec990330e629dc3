import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { MailStatus } from '~/db/schema'
import { consumeUpTo } from '~/features/people/limits/limits.server'
import { deliver, type Mail, type MailConnection, openMailConnection } from '~/mail/transport.server'
import { noteFailure } from './failed-mails.server'
import { getsMail } from './mail-rhythm.server'
import {
  ACCOUNT_MAILS,
  type DueMail,
  isAccountMail,
  type MailKind,
  MEMBER_MAILS,
  type WriteMails,
} from './mails.server'
import { forgetRefusals } from './refusals.server'

const AT_A_TIME = 50
/** Delivered at the same time. */
const CONNECTIONS = 8
/** The schedule starts a run each minute; a longer limit a minute is slept through. */
const MAX_RUN_MS = 55_000
/** Longer than a run and one delivery. A mail of a process that died is sent again after this, with the same Message-ID. */
const LEASE_MINUTES = 3

type Options = { only?: 'account'; signal?: AbortSignal }

/** Sends the mails that are due, mails about accounts first, as fast as the limit allows. Returns how many were sent. */
export async function sendDueMails(write: WriteMails, { only, signal }: Options = {}) {
  const until = Date.now() + MAX_RUN_MS
  const isInTime = () => !signal?.aborted && Date.now() < until
  const kinds = [...ACCOUNT_MAILS, ...(only ? [] : MEMBER_MAILS)]
  const connections = Array.from({ length: CONNECTIONS }, openMailConnection)
  let sent = 0
  try {
    while (isInTime()) {
      const mails = await claimMails(kinds)
      if (mails.length === 0) break
      const round = await sendClaimed(mails, { write, connections, isInTime })
      sent += round.sent
      if (!round.waitsUntil) continue
      if (round.waitsUntil.getTime() >= until) break
      await sleep(round.waitsUntil.getTime() - Date.now(), undefined, { signal }).catch(() => {})
    }
  } finally {
    for (const connection of connections) connection?.close()
  }
  return sent
}

async function claimMails(kinds: MailKind[]) {
  const { rows } = await sql<DueMail>`
    with due as (
      update mails set send_after = now() + ${LEASE_MINUTES} * interval '1 minute'
      where id in (
        select id from mails where status = 'WAITING' and send_after <= now() and kind = any(${kinds}::text[])
        order by array_position(${kinds}::text[], kind), send_after, created_at, id
        limit ${AT_A_TIME} for update skip locked)
      returning *)
    select due.id, kind, data, due.created_at, failures, may_have_arrived, profiles.id as user_id,
      coalesce(profiles.email, address) as email, mail_rhythm, confirmed_at is not null as is_confirmed,
      coalesce(profiles.status = 'SUSPENDED', false) as is_suspended,
      coalesce(profiles.status = 'ACTIVE' and ${getsMail}, false) as gets_mail
    from due left join profiles
      on profiles.id = coalesce(user_id, (select id from profiles as owner where lower(owner.email) = due.address))
    order by array_position(${kinds}::text[], kind), due.created_at, due.id`.execute(db)
  return rows
}

type Sending = { write: WriteMails; connections: (MailConnection | undefined)[]; isInTime: () => boolean }

async function sendClaimed(claimed: DueMail[], { write, connections, isInTime }: Sending) {
  const written = await write(claimed.filter(({ kind, gets_mail }) => gets_mail || isAccountMail(kind)))
  const limited = await reserve(claimed.filter(({ id }) => written.has(id)))
  let { allowed } = limited
  let sent = 0
  const queue = [...claimed]
  const work = async (connection: MailConnection | undefined) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const mail = written.get(next.id)
      if (!mail) await finish(next, 'DROPPED')
      else if (!isInTime()) await putOff(next.id, new Date())
      else if (!isAccountMail(next.kind) && allowed-- <= 0) await putOff(next.id, limited.waitsUntil)
      else if (await send(next, mail, connection)) sent++
    }
  }
  await Promise.all(connections.map(work))
  return { sent, waitsUntil: allowed < 0 ? limited.waitsUntil : undefined }
}

/** Counts mails towards MAIL_PER_MINUTE, the limit of all processes and machines together. */
async function reserve(mails: DueMail[]) {
  const own = mails.filter(({ kind }) => isAccountMail(kind)).length
  await consumeUpTo(own, 'mails of site', 'all')
  const { allowed, wait = 0 } = await consumeUpTo(mails.length - own, 'mails of site', 'all')
  return { allowed, waitsUntil: new Date(Date.now() + wait * 1_000) }
}

async function send(due: DueMail, mail: Mail, connection: MailConnection | undefined) {
  try {
    await deliver({ ...mail, id: due.id }, connection)
  } catch (error) {
    const retry = await noteFailure(due, mail.to, error)
    if (retry) await putOff(due.id, retry.at, retry)
    else await finish(due, 'FAILED')
    return false
  }
  await finish(due, 'SENT')
  if (due.user_id) await forgetRefusals(due.user_id)
  return true
}

async function putOff(id: string, send_after: Date, attempts: { failures?: number; may_have_arrived?: boolean } = {}) {
  const { failures, may_have_arrived } = attempts
  await db.updateTable('mails').set({ send_after, failures, may_have_arrived }).where('id', '=', id).execute()
}

/** The address of a finished mail is deleted; that of a member is known by the account. */
async function finish({ id, user_id }: DueMail, status: MailStatus) {
  await sql`
    update mails set status = ${status}::mail_status, finished_at = now(), address = null, data = '{}',
      user_id = (select id from profiles where id = ${user_id}::uuid)
    where id = ${id}`.execute(db)
}
