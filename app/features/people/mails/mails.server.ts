import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'
import { addJob } from '~/db/job-queue.server'
import type { MailRhythm } from '~/db/schema'
import type { Mail } from '~/mail/transport.server'

/** The mails about what protects an account besides its password. */
export const SECURITY_MAILS = [
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'second-factor-locked',
  'second-factors-reset',
] as const
export type SecurityMail = (typeof SECURITY_MAILS)[number]

/** Mails that anyone can request for any address. */
export const REQUESTED_MAILS = ['confirm', 'reset', 'taken'] as const

/**
 * About an account, or the answer to a request: sent at once, before all others and past MAIL_PER_MINUTE, also to members
 * who get no other mails.
 */
export const ACCOUNT_MAILS = [
  ...REQUESTED_MAILS,
  'password-changed',
  ...SECURITY_MAILS,
  'suspended',
  'deleted',
  'contact',
  'contact-copy',
  'notice-receipt',
  'notice-decision',
] as const
type AccountMail = (typeof ACCOUNT_MAILS)[number]

/** Mails that members can unsubscribe from, in the order in which they are sent. */
export const MEMBER_MAILS = ['alert', 'reminder', 'decisions', 'still-using', 'digest'] as const

export type MemberMail = (typeof MEMBER_MAILS)[number]
export type MailKind = AccountMail | MemberMail

/** The stored data of the kinds that have some. Links and their tokens are made when a mail is sent. */
type StoredData = {
  /** The path to return to after the link was used. */
  confirm: { redirectTo?: string }
  reset: { redirectTo?: string }
  suspended: { reason: string; note: string }
  /** The id of the message. */
  contact: { message: string }
  'contact-copy': { message: string }
  'notice-receipt': { message: string }
  'notice-decision': { message: string }
}
type MailData<Kind extends MailKind> = Kind extends keyof StoredData ? StoredData[Kind] : object

type NewMail<Kind extends MailKind> = {
  /** A member, or the lower-case address of anyone: whether it has an account is looked up when the mail is sent. */
  to: { user: string } | { address: string }
  kind: Kind
  /** What it is about, such as `alert:<cause>`. A recipient gets one mail for each cause. Default: a cause of its own. */
  cause?: string
  /** When to send it. Default: now. */
  after?: Date
} & (object extends MailData<Kind> ? { data?: MailData<Kind> } : { data: MailData<Kind> })

/**
 * Stores a mail in the transaction of its cause. It does the same for every address, so that neither the response nor its
 * time reveals who has an account.
 */
export async function addMail<Kind extends MailKind>(executor: Executor, mail: NewMail<Kind>) {
  const { to, kind, cause = `${kind}:${randomUUID()}`, data = {}, after } = mail
  const recipient = 'user' in to ? { user_id: to.user } : { address: to.address }
  await executor
    .insertInto('mails')
    .values({ ...recipient, kind, cause, data: JSON.stringify(data), send_after: after ?? sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Others are sent by the schedule.
  if (isAccountMail(kind)) await addJob(executor, 'send_mails', { only: 'account' }, { runAt: after })
}

export const isAccountMail = (kind: MailKind) => (ACCOUNT_MAILS as readonly MailKind[]).includes(kind)

/** A mail that is about to be sent, with its recipient as they are now. */
export type DueMail<Kind extends MailKind = MailKind> = {
  id: string
  kind: Kind
  data: MailData<Kind>
  created_at: Date
  failures: number
  may_have_arrived: boolean
  /** The member, or the one whose address it is. Null for an address without an account. */
  user_id: Kind extends MemberMail ? string : string | null
  email: string
  mail_rhythm: MailRhythm | null
  is_confirmed: boolean
  is_suspended: boolean
  /** Whether they get mails that are not about their account. */
  gets_mail: boolean
}

/** Writes mails as things are now, by their ids. Those that it leaves out are dropped. */
export type WriteMails<Kind extends MailKind = MailKind> = (mails: DueMail<Kind>[]) => Promise<Map<string, Mail>>

/** Daily job: what was sent is forgotten after 90 days, like the notifications. */
export async function deleteOldMails() {
  await db.deleteFrom('mails').where('created_at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
