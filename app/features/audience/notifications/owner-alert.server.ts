import { sql } from 'kysely'
import { db } from '~/db/database.server'
import type { RefundStart } from '~/db/schema'
import { env } from '~/env.server'
import { refundDays } from '~/features/catalog/deals/refund-days.server'
import { AFFECTS_LABELS, formatValue } from '~/features/catalog/record/change-log'
import type { DueMail, MemberMail } from '~/features/people/mails/mails.server'
import { addDays, utcToday } from '~/http/utc-day'
import { ownerAlert } from '~/mail/owner-alert.server'
import type { Mail } from '~/mail/transport.server'
import { formatDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'

/** Writes alerts from the change and the purchase as they are now. Mails about changes or purchases that no longer hold are left out. */
export async function writeAlerts(mails: DueMail<MemberMail>[]): Promise<Map<string, Mail>> {
  const rows = await findAlerts(mails.map(({ id }) => id))
  const emails = new Map(mails.map(({ id, email }) => [id, email]))
  return new Map(rows.map((row) => [row.id, writeAlert(row, emails.get(row.id)!)]))
}

type Alert = Awaited<ReturnType<typeof findAlerts>>[number]

function writeAlert(row: Alert, email: string): Mail {
  const was = formatValue(row.old_value, row)
  const now = formatValue(row.new_value, row)
  const isAhead = row.effective_on !== null && row.effective_on > utcToday()
  const nowLabel = isAhead ? `From ${formatDate(row.effective_on!)}` : 'Now'
  return ownerAlert(
    { id: row.user_id, email },
    {
      heading: `${row.deal}: ${row.title}`,
      text: row.description,
      change: was && now ? { was, now, nowLabel } : undefined,
      facts: factsOf(row, was && now ? undefined : row.effective_on),
      url: `${env.SITE_URL}/deals/${row.slug}/changes#change-${row.change_id}`,
      product: row.deal,
    },
  )
}

function factsOf(row: Alert, effectiveOn: string | null | undefined) {
  const { bought_on, paid, paid_in, refund_days, refund_from, verified_at } = row
  const facts: [string, string][] = []
  if (effectiveOn) facts.push(['From', formatDate(effectiveOn)])
  if (bought_on) {
    const amount = paid ? `, ${formatMoney(paid, paid_in ?? row.currency)}` : ''
    facts.push(['You bought it', formatDate(bought_on) + amount])
    // Another start, such as the day of redeeming, is not known here.
    if (refund_days && (refund_from ?? 'PURCHASE') === 'PURCHASE') {
      const until = addDays(bought_on, refund_days)
      facts.push(['Refund deadline', formatDate(until)])
    }
  }
  facts.push(['Affects', AFFECTS_LABELS[row.affects_owners].replace(/^Affects e/, 'E')])
  if (verified_at) facts.push(['Verified', formatDate(verified_at)])
  return facts
}

/** Of the deal or, when it has no refund period of its own, of its platform. */
const refundFrom = sql<RefundStart | null>`
  case when deals.refund_days is null then platforms.refund_from else deals.refund_from end`

async function findAlerts(ids: string[]) {
  return db
    .selectFrom('notifications')
    .innerJoin('change_logs as change', (join) =>
      join.on(sql<boolean>`change.id::text = notifications.data ->> 'change'`),
    )
    .innerJoin('deals', 'deals.id', 'change.deal_id')
    .innerJoin('platforms', 'platforms.id', 'deals.platform_id')
    .innerJoin('purchases', (join) =>
      join.onRef('purchases.user_id', '=', 'notifications.user_id').onRef('purchases.deal_id', '=', 'change.deal_id'),
    )
    .select(['notifications.mail_id as mail', 'notifications.user_id', 'deals.title as deal', 'deals.slug'])
    .select(['change.id as change_id', 'change.title', 'change.description', 'change.kind', 'old_value', 'new_value'])
    .select(['effective_on', 'affects_owners', 'verified_at', 'deals.currency', refundFrom.as('refund_from')])
    .select(['bought_on', 'paid', 'purchases.currency as paid_in', refundDays.as('refund_days')])
    .where('mail_id', 'in', ids)
    .where('change.status', '=', 'APPROVED')
    .where('is_silent', '=', false)
    .where('deals.published', '=', true)
    .where('refunded_on', 'is', null)
    .execute()
    .then((rows) => rows.map(({ mail, ...row }) => ({ ...row, id: mail! })))
}
