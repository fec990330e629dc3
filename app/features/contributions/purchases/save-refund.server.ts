import { z } from 'zod'
import { db } from '~/db/database.server'
import { type RefundState, SILENT_DAYS } from '~/features/contributions/refunds/refund'
import { day, optional } from '~/http/fields.server'
import { addDays, utcToday } from '~/http/utc-day'
import { formatDate } from '~/ui/local-date'

const between = (from: string, until: string) =>
  `Choose a day between ${formatDate(from)} and ${until === utcToday() ? 'today' : formatDate(until)}.`

const ONE_ANSWER = 'Choose one of the answers.'

/** The form of a refund: the day of asking, then how it ended. */
export function refundForm(stored: RefundState) {
  const { bought_on, refunded_on, refund_asked_on } = stored
  return z
    .object({
      refund_asked_on: optional('The day', day, null),
      refund_outcome: z.enum(['PAID', 'REFUSED', 'NO_ANSWER'], { error: ONE_ANSWER }).optional(),
      refunded_on: optional('The day', day, null),
    })
    .transform((sent, context): Pick<RefundState, 'refund_asked_on' | 'refund_outcome' | 'refunded_on'> => {
      const refuse = (path: string, message: string) => {
        context.addIssue({ code: 'custom', path: [path], message })
        return z.NEVER
      }
      const isWithin = (on: string | null, from: string, until: string) => on !== null && on >= from && on <= until
      const today = utcToday()
      if (bought_on === null) return refuse('refund_asked_on', 'Enter the date of purchase first.')
      if (refund_asked_on === null) {
        const until = refunded_on ?? today
        if (!isWithin(sent.refund_asked_on, bought_on, until))
          return refuse('refund_asked_on', between(bought_on, until))
        const refund_outcome = refunded_on === null ? null : 'PAID'
        return { refund_asked_on: sent.refund_asked_on, refund_outcome, refunded_on }
      }
      const { refund_outcome } = sent
      if (refund_outcome === undefined) return refuse('refund_outcome', ONE_ANSWER)
      if (refund_outcome === 'PAID' && !isWithin(sent.refunded_on, refund_asked_on, today)) {
        return refuse('refunded_on', between(refund_asked_on, today))
      }
      const silentOn = addDays(refund_asked_on, SILENT_DAYS)
      if (refund_outcome === 'NO_ANSWER' && silentOn > today) {
        return refuse(
          'refund_outcome',
          `Choose “No answer” from ${formatDate(silentOn)} on, ${SILENT_DAYS} days after asking.`,
        )
      }
      return { refund_asked_on, refund_outcome, refunded_on: refund_outcome === 'PAID' ? sent.refunded_on : null }
    })
}

export const NO_REFUND = { refund_asked_on: null, refund_outcome: null, refunded_on: null }

/** False when the purchase is gone or its refund was changed since it was read. */
export async function saveRefund(
  userId: string,
  { id, refund_asked_on, bought_on }: RefundState & { id: string },
  refund: Pick<RefundState, 'refund_asked_on' | 'refund_outcome' | 'refunded_on'>,
) {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set(refund)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('bought_on', 'is not distinct from', bought_on)
    .where('refund_asked_on', 'is not distinct from', refund_asked_on)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
