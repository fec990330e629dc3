import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import type { DueMail, MemberMail } from '~/features/people/mails/mails.server'
import { addDays } from '~/http/utc-day'
import { log } from '~/log.server'
import { type DigestRhythm, digest } from '~/mail/digest.server'
import type { Item } from '~/mail/layout/blocks'
import type { Mail } from '~/mail/transport.server'
import { formatLongDate } from '~/ui/local-date'
import { type NotificationDeal, type NotificationText, SECTIONS, type StoredNotification } from './notice-data'
import { describeNotification } from './notices'
import { onlySearch, writeSearchMail } from './search-mail.server'

/** The most items of a digest. Further ones are counted, with a link to all. */
export const DIGEST_ITEMS = 20

/**
 * Writes digests from their notifications as they are now; one that is only about one saved search is a mail of that
 * search. Mails without notifications are left out.
 */
export async function writeDigests(mails: DueMail<MemberMail>[]): Promise<Map<string, Mail>> {
  const [planned, mailed] = await Promise.all([findPlanned(mails), findMailed(mails)])
  const written = new Map<string, Mail>()
  for (const mail of mails) {
    const own = planned.get(mail.id)
    if (!own) continue
    try {
      const news = [...own, ...(mailed.get(mail.id) ?? [])]
      const matched = onlySearch(news)
      const text = matched ? await writeSearchMail(mail, matched) : writeDigest(mail, news)
      if (text) written.set(mail.id, text)
    } catch (error) {
      // The mails beside it are sent.
      log.error({ err: error, mail: mail.id }, 'A digest could not be written')
    }
  }
  return written
}

export function writeDigest(
  {
    user_id,
    email,
    mail_rhythm,
    kind,
    created_at,
  }: Pick<DueMail<MemberMail>, 'user_id' | 'email' | 'mail_rhythm' | 'kind' | 'created_at'>,
  notifications: DigestNotification[],
): Mail {
  const items = notifications.map(digestItem)
  const inOrder = SECTIONS.map((title) => ({
    title,
    items: items.filter(({ section }) => section === title).sort(inOrderOf(title)),
  }))
  let room = DIGEST_ITEMS
  const sections = inOrder.flatMap(({ title, items: all }) => {
    const shown = all.slice(0, room)
    room -= shown.length
    return shown.length ? [{ title, items: shown.map(({ item }) => item) }] : []
  })
  const rhythm = kind === 'reminder' ? 'REMINDER' : mail_rhythm === 'AT_ONCE' ? 'AT_ONCE' : 'WEEKLY'
  return digest(
    { id: user_id, email },
    {
      rhythm,
      period: periodOf(created_at, rhythm),
      sections,
      count: items.length,
      left: Math.max(0, items.length - DIGEST_ITEMS),
    },
  )
}

/** Deadlines: the next one first. Everything else: the newest first. */
const inOrderOf = (section: NotificationText['section']) => (a: DigestItem, b: DigestItem) =>
  a.item.day.localeCompare(b.item.day) * (section === 'Your refund deadlines' ? 1 : -1)

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** "16 to 22 November 2026", the week before a Monday; "28 September to 4 October 2026"; or the day itself. */
function periodOf(planned: Date, rhythm: DigestRhythm) {
  if (rhythm !== 'WEEKLY') return formatLongDate(planned)
  const day = planned.toISOString().slice(0, 10)
  const [from, to] = [new Date(addDays(day, -7)), new Date(addDays(day, -1))]
  const first = `${from.getUTCDate()}${from.getUTCMonth() === to.getUTCMonth() ? '' : ` ${monthFormat.format(from)}`}`
  return `${first} to ${formatLongDate(to)}`
}

function selectForDigest() {
  return db
    .selectFrom('notifications')
    .leftJoin('deals', 'deals.id', 'notifications.deal_id')
    .select(['notifications.kind', 'notifications.data', 'notifications.created_at'])
    .select(['deals.slug', 'deals.published', 'deals.checked_at'])
}

async function findPlanned(mails: DueMail<MemberMail>[]) {
  const rows = await selectForDigest()
    .select('notifications.mail_id as id')
    .where(
      'mail_id',
      'in',
      mails.map(({ id }) => id),
    )
    .orderBy('notifications.created_at', 'desc')
    .execute()
  return byMail(rows, false)
}

/** A weekly digest also lists the changes of that week that had a mail of their own. */
async function findMailed(mails: DueMail<MemberMail>[]) {
  const weekly = new Map(
    mails
      .filter(({ kind, mail_rhythm }) => kind === 'digest' && mail_rhythm === 'WEEKLY')
      .map((mail) => [mail.user_id, mail.id]),
  )
  if (weekly.size === 0) return new Map<string, DigestNotification[]>()
  const rows = await selectForDigest()
    .innerJoin('mails as alert', 'alert.id', 'notifications.mail_id')
    .select('alert.user_id')
    .where('alert.user_id', 'in', [...weekly.keys()])
    .$narrowType<{ user_id: string }>()
    .where('alert.kind', '=', 'alert')
    .where('alert.status', '=', 'SENT')
    .where('alert.finished_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('notifications.created_at', 'desc')
    .execute()
  return byMail(
    rows.map((row) => ({ ...row, id: weekly.get(row.user_id)! })),
    true,
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectForDigest>['execute']>>[number] & { id: string | null }

function byMail(rows: Row[], isMailed: boolean) {
  const byId = new Map<string, DigestNotification[]>()
  for (const { id, kind, data, created_at, checked_at, slug, published } of rows) {
    const list = byId.get(id!) ?? []
    byId.set(id!, list)
    list.push({
      notification: { kind, data } as unknown as StoredNotification,
      deal: slug === null ? null : { slug, published: published === true, checked_at },
      created_at,
      isMailed,
    })
  }
  return byId
}

type DigestNotification = {
  notification: StoredNotification
  deal: NotificationDeal
  created_at: Date
  /** It had a mail of its own. */
  isMailed?: boolean
}

type DigestItem = { section: NotificationText['section']; item: Item }

function digestItem({ notification, deal, created_at, isMailed }: DigestNotification): DigestItem {
  const notice = describeNotification(notification, deal)
  const { section, title, name = title, text, change = text, path, note } = notice
  const { day = created_at.toISOString().slice(0, 10) } = notice
  const url = env.SITE_URL + path
  return { section, item: { day, title: name, url, text: change, note: isMailed ? 'We emailed you about it.' : note } }
}
