import { z } from 'zod'
import { priceIn } from '~/features/catalog/deals/price-parser'
import { AFFECTS_OWNERS, CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import { address, day, line, optional, paragraphs, required } from '~/http/fields.server'
import type { ChangeReport } from './change-reports.server'
import { type PriceOnRecord, reportedText, titleOfPriceChange } from './price-report'

/** The form that reports another price of a deal. It becomes a change report, which describes itself. */
export function priceReportForm({ deal_price, currency, deal_price_period }: PriceOnRecord) {
  const price = priceIn(currency)
  return z
    .object({
      before: deal_price === null ? optional('Before', price, null) : required('Before', price),
      now: required('Now', price),
      source_url: required('Source', address),
      period: z.enum(['ONCE', 'MONTH', 'YEAR'], { error: 'Choose how the price is paid.' }).default(deal_price_period),
      affects_owners: z.enum(AFFECTS_OWNERS, { error: 'Choose an answer from the list.' }).default('UNKNOWN'),
      effective_on: optional('Since', day, null),
      description: optional('Note', paragraphs(LIMITS.description), ''),
      title: optional('Log entry title', line(LIMITS.title), ''),
    })
    .refine(({ before, now, period }) => before !== now || period !== deal_price_period, {
      path: ['now'],
      error: 'Now is the same as before.',
    })
    .transform(({ before, now, period, ...report }): ChangeReport => {
      const title = report.title || titleOfPriceChange(before, now)
      return {
        ...report,
        kind: 'PRICE',
        field: 'deal_price',
        plan_name: null,
        limit_label: null,
        title,
        description: report.description || title,
        old_value: before && reportedText(before, currency, deal_price_period),
        new_value: reportedText(now, currency, period),
      }
    })
}
