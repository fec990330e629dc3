import { z } from 'zod'
import { DEAL_LIMITS as LIMITS } from '~/features/catalog/deals/deal'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { inOwnCurrency } from '~/features/catalog/deals/own-currency.server'
import { splitEntries } from '~/features/catalog/deals/plans/cell-entries'
import { alignLimits, limitRows, planCell, planRows } from '~/features/catalog/deals/plans/plan-form.server'
import { price } from '~/features/catalog/deals/price-parser'
import { OWN_PICTURE } from '~/features/catalog/pictures/picture'
import { CHANGE_LOG_LIMITS } from '~/features/catalog/record/change-log'
import { formOf } from '~/http/field-schema.server'
import { URL_MAX } from '~/http/field-table'
import { address, dayUntilToday, line, optional, paragraphs, rejectValue, required, rowsOf } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'

/** Several texts in one field. Empty ones are dropped, and of equal ones all but the first unless `keepsEqual`. */
function list(label: string, separator: ',' | '|', parse: Parser, max: number, { keepsEqual = false } = {}) {
  return z
    .string()
    .optional()
    .transform((submitted, context) => {
      if (submitted === undefined) return []
      const parts = separator === '|' ? splitEntries(submitted) : submitted.split(separator)
      const filled = parts.map((part) => part.trim()).filter((part) => part !== '')
      const texts = keepsEqual ? filled : [...new Set(filled)]
      if (texts.length > max)
        return rejectValue(context, label, new ValueError(`can have at most ${max} entries, not ${texts.length}`))
      const values = texts.map(parse)
      const wrong = values.findIndex((value) => value instanceof ValueError)
      if (wrong >= 0) return rejectValue(context, `${label}, entry ${wrong + 1}`, values[wrong] as ValueError)
      return values as string[]
    })
}

/** A web address, or the path of a file of this site. */
const picture: Parser = (submitted) =>
  submitted.length <= URL_MAX && OWN_PICTURE.test(submitted) ? submitted : address(submitted)

const proCon = z.object({ type: z.enum(['PRO', 'CON']), text: required('Text', line(LIMITS.procon)) })
const faq = z.object({
  question: required('Question', line(LIMITS.question)),
  answer: required('Answer', paragraphs(LIMITS.answer)),
})

/** Each field by its own rules. An empty slug is null: generate it from the title. */
const fields = formOf(DEAL_FIELDS, {
  category_id: z.uuid({ error: 'Category is required.' }),
  platform_id: z.uuid({ error: 'Platform is required.' }),
  deal_price: price,
  original_price: price,
  hero_image_url: picture,
  tags: list('Tags', ',', line(LIMITS.tag), LIMITS.tags),
  pros_cons: rowsOf('Entry', proCon, {
    max: 2 * LIMITS.pros,
    tooMany: `A deal can have at most ${2 * LIMITS.pros} pros and cons.`,
  }),
  faqs: rowsOf('Question', faq, { max: LIMITS.faqs, tooMany: `A deal can have at most ${LIMITS.faqs} questions.` }),
  plans: planRows,
  limits: limitRows,
})

type Values = Pick<
  z.infer<typeof fields>,
  'start_date' | 'end_date' | 'stackable' | 'max_codes' | 'deal_price' | 'deal_price_period'
> & { plans: { price: string }[] }

/**
 * A rule about several fields, whose error is that of the first one. It is checked unless one of them has an error already,
 * and reported together with those of other fields.
 */
const rule = (names: (keyof Values)[], error: string, holds: (values: Values) => boolean) =>
  z.refine<Values>(holds, {
    path: names.slice(0, 1),
    error,
    when: ({ issues }) => !issues.some(({ path }) => names.some((name) => name === path?.[0])),
  })

const RULES = [
  rule(
    ['end_date', 'start_date'],
    'End date cannot be before the start date.',
    ({ start_date, end_date }) => end_date === null || end_date >= start_date,
  ),
  rule(
    ['max_codes', 'stackable'],
    'Max codes can be given only when codes can be stacked.',
    ({ stackable, max_codes }) => max_codes === null || stackable === true,
  ),
  rule(
    ['deal_price', 'deal_price_period'],
    'A deal that is paid every month or year needs a deal price.',
    ({ deal_price, deal_price_period }) => deal_price_period === 'ONCE' || deal_price !== null,
  ),
  // The headline price is that of a plan.
  rule(
    ['deal_price', 'plans'],
    'Deal price must equal the price of one of the plans.',
    ({ deal_price, plans }) => plans.length === 0 || plans.some((plan) => plan.price === deal_price),
  ),
]

const dealFields = fields.check(...RULES)
/** The form of a deal (spec §5). */
export const dealForm = inOwnCurrency(dealFields.transform(alignLimits))
export type DealValues = z.infer<typeof dealForm>

/** `id` comes with the empty form, so that a form submitted twice creates one deal. `suggestion` is what it is made of. */
export const newDealForm = inOwnCurrency(
  dealFields.safeExtend({ id: z.uuid(), suggestion: z.uuid().optional() }).transform(alignLimits),
)

/**
 * `record_terms` is what staff untick to change terms without an entry on the public record. `affects_owners` and `silent`
 * are about the entries of this save.
 */
export const editDealForm = inOwnCurrency(
  dealFields
    .safeExtend({
      version: z.int(),
      record_change: z.boolean().default(false),
      record_title: optional('Title', line(CHANGE_LOG_LIMITS.title), null),
      record_terms: z.boolean().default(false),
      affects_owners: z.boolean().default(false),
      silent: z.boolean().default(false),
    })
    .transform(alignLimits),
)

/** The same rules for one row of a CSV file, where lists are separated by a pipe. */
export const dealRow = inOwnCurrency(
  fields
    .omit({ category_id: true, platform_id: true, status: true, published: true })
    .omit({ tags: true, pros_cons: true, faqs: true, plans: true, limits: true })
    .extend({
      tags: list('Tags', '|', line(LIMITS.tag), LIMITS.tags),
      pros: list('Pros', '|', line(LIMITS.procon), LIMITS.pros, { keepsEqual: true }),
      cons: list('Cons', '|', line(LIMITS.procon), LIMITS.pros, { keepsEqual: true }),
      plans: planCell,
      confirmed_on: optional('Confirmed on', dayUntilToday, null),
    })
    .check(...RULES),
)
export type ImportedDeal = z.infer<typeof dealRow>
