import { z } from 'zod'
import { price } from '~/features/catalog/deals/price-parser'
import { withoutTracking } from '~/features/catalog/products/plain-link'
import { address, day, line, optional, paragraphs, required } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { utcToday } from '~/http/utc-day'
import { SUGGESTION_LIMITS as LIMITS } from './suggestion'

const reason: Parser = (submitted) => {
  const text = paragraphs(LIMITS.reason)(submitted)
  if (text instanceof ValueError || [...text].length >= LIMITS.reasonMin) return text
  return new ValueError(`needs at least ${LIMITS.reasonMin} characters`)
}

const comingDay: Parser = (submitted) => {
  const value = day(submitted)
  if (value instanceof ValueError || value >= utcToday()) return value
  return new ValueError('is in the past, so the offer has ended')
}

const link: Parser = (submitted) => {
  const value = address(submitted)
  return value instanceof ValueError ? value : withoutTracking(value)
}

export const linkForm = z.object({ url: required('Link', link) })

export const suggestionForm = linkForm.extend({
  title: required('Title', line(LIMITS.title)),
  vendor_name: optional('Vendor', line(LIMITS.vendor), null),
  deal_price: optional('Price', price, null),
  end_date: optional('End date', comingDay, null),
  body: required('Why is it good?', reason),
  is_different: z.boolean().default(false),
})
export type SuggestionValues = z.infer<typeof suggestionForm>
