import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import { addDays } from '~/http/utc-day'
import { log } from '~/log.server'
import { type DigestRhythm, digest } from '~/mail/digest.server'
import type { Mail } from '~/mail/transport.server'
import { formatDate, formatLongDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import type { FollowedData } from './followed'
import { describeNotification, type StoredNotification } from './notification'
import type { NotificationDeal } from './notification-text'
import type { RefundDeadlineData } from './refund-deadline'
import { onlySearch, writeSearchMail } from './search-mail.server'

/** The most items of a digest. Further ones are counted, with a link to all. */
export const DIGEST_ITEMS = 20

export type PlannedMail = {
  id: string
  user_id: string
  kind: 'DIGEST' | 'ALERT' | 'REMINDER'
  created_at: Date
  email: string
  mail_rhythm: 'AT_ONCE' | 'WEEKLY' | 'NEVER'
}

/**
 * Writes digests from their notifications as they are now; one that is only about one saved search is a mail of that
 * search. Mails without notifications are left out.
 */
export async function writeDigests(mails: PlannedMail[]): Promise<Map<string, Mail>> {
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
  { user_id, email, mail_rhythm, kind, created_at }: PlannedMail,
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
    return shown.length ? [{ title, items: shown.map(toLink) }] : []
  })
  const rhythm = kind === 'REMINDER' ? 'REMINDER' : mail_rhythm === 'AT_ONCE' ? 'AT_ONCE' : 'WEEKLY'
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
const inOrderOf = (section: Section) => (a: DigestItem, b: DigestItem) =>
  a.day.localeCompare(b.day) * (section === 'Your refund deadlines' ? 1 : -1)

const toLink = ({ path, section: _, ...item }: DigestItem) => ({ ...item, url: env.SITE_URL + path })

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

async function findPlanned(mails: PlannedMail[]) {
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
async function findMailed(mails: PlannedMail[]) {
  const weekly = new Map(
    mails
      .filter(({ kind, mail_rhythm }) => kind === 'DIGEST' && mail_rhythm === 'WEEKLY')
      .map((mail) => [mail.user_id, mail.id]),
  )
  if (weekly.size === 0) return new Map<string, DigestNotification[]>()
  const rows = await selectForDigest()
    .innerJoin('mails as alert', 'alert.id', 'notifications.mail_id')
    .select('alert.user_id')
    .where('alert.user_id', 'in', [...weekly.keys()])
    .where('alert.kind', '=', 'ALERT')
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
      deal: slug === null ? null : { slug, published: published === true },
      created_at,
      checked_at,
      isMailed,
    })
  }
  return byId
}

type DigestNotification = {
  notification: StoredNotification
  deal: NotificationDeal
  created_at: Date
  /** When staff last checked the deal. */
  checked_at: Date | null
  /** It had a mail of its own. */
  isMailed?: boolean
}

/** The sections of a digest, in their order. */
const SECTIONS = [
  'What you bought',
  'Prices',
  'Ending and ended',
  'Your refund deadlines',
  'Verified changes',
  'New offers',
  'Saved searches',
  'Also',
] as const
type Section = (typeof SECTIONS)[number]

/** How a notification reads in a digest. `path` is on the site. */
type DigestItem = {
  section: Section
  day: string
  title: string
  text: string | { was: string; now: string; more?: string }
  note?: string
  path: string
}

function digestItem(entry: DigestNotification): DigestItem {
  const { notification, deal } = entry
  const { title, text, path } = describeNotification(notification, deal)
  const base = { day: entry.created_at.toISOString().slice(0, 10), path, note: checkedNote(entry) }
  switch (notification.kind) {
    case 'price':
      return { ...base, section: 'Prices', title: notification.data.deal, text: priceText(notification.data) }
    case 'change':
      return { ...base, ...changeItem(notification.data, entry.isMailed) }
    case 'ending':
      return {
        ...base,
        section: 'Ending and ended',
        day: notification.data.end_date,
        title: `${notification.data.deal} ends`,
        text,
      }
    case 'ended':
    case 'reopened':
      return { ...base, section: 'Ending and ended', title, text }
    case 'new_offer':
      return { ...base, section: 'New offers', title: notification.data.deal, text }
    case 'saved_search':
      return { ...base, section: 'Saved searches', title, text }
    case 'refund_deadline':
      return { ...base, ...deadlineItem(notification.data) }
    default:
      return { ...base, section: 'Also', title, text, note: undefined }
  }
}

const checkedNote = ({ checked_at }: DigestNotification) =>
  checked_at ? `Verified ${formatDate(checked_at)}` : undefined

function priceText({ price, was, currency, target }: Omit<FollowedData['price'], 'deal'>): DigestItem['text'] {
  const now = formatMoney(price, currency)
  const more = target ? `your price alert is ${formatMoney(target, currency)}` : undefined
  if (was !== null) return { was: formatMoney(was, currency), now, more }
  return more ? `It costs ${now}, ${more}.` : `It costs ${now}.`
}

/** The day of redeeming is not known here. */
function deadlineItem({ deal, until, period, from, rule }: RefundDeadlineData) {
  const section: Section = 'Your refund deadlines'
  const start = from === 'REDEMPTION' ? 'redeeming' : 'buying'
  const text = `Refund deadline ${formatLongDate(until)}, ${pluralize(period, 'day')} from ${start}.`
  return { section, day: until, title: deal, text, note: `The ${rule}'s rule` }
}

function changeItem({ deal, title, verified_on, price, told, target }: FollowedData['change'], isMailed = false) {
  const verified = `Verified ${formatDate(verified_on)}`
  const isOwner = told?.for === 'purchase'
  if (price && !isOwner) {
    const section: Section = 'Prices'
    return { section, title: deal, text: priceText({ ...price, target }), note: verified }
  }
  const section: Section = isOwner ? 'What you bought' : 'Verified changes'
  return { section, title: deal, text: title, note: isMailed ? `${verified}. We emailed you about it.` : verified }
}
