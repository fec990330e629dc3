import { z } from 'zod'
import { DEAL_STATUSES, DEAL_LIMITS as LIMITS } from '~/features/catalog/deals/deal'
import {
  definitionOf,
  type EditedDeal,
  type FieldWith,
  PARSED_FIELDS,
  type ParsedField,
} from '~/features/catalog/deals/deal-fields'
import type { TextKind } from '~/features/catalog/deals/field-definition'
import { code, currency, inOwnCurrency } from '~/features/catalog/deals/field-parsers.server'
import { splitEntries } from '~/features/catalog/deals/plans/cell-entries'
import {
  alignLimits,
  hasPriceOfPlan,
  limitRows,
  planCell,
  planRows,
} from '~/features/catalog/deals/plans/plan-form.server'
import { price } from '~/features/catalog/deals/price-parser'
import { OWN_PICTURE } from '~/features/catalog/pictures/picture'
import { URL_MAX } from '~/http/field-table'
import {
  address,
  answer,
  choice,
  day,
  line,
  optional,
  paragraphs,
  rejectValue,
  required,
  rowsOf,
  slug,
  wholeNumber,
} from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'
import { utcToday } from '~/http/utc-day'

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

type Limits = { min: number; max: number; choices: Readonly<Record<string, string>> }

const PARSERS: Record<TextKind, (limits: Limits) => Parser<unknown>> = {
  line: ({ max }) => line(max),
  paragraphs: ({ max }) => paragraphs(max),
  slug: () => slug,
  price: () => price,
  currency: () => currency,
  date: () => day,
  url: () => address,
  picture: () => picture,
  code: ({ max }) => code(max),
  number: ({ min, max }) => wholeNumber(min, max),
  choice: ({ choices }) => choice(choices),
  answer: () => answer,
}

/** A web address, or the path of a file of this site. */
const picture: Parser = (submitted) =>
  submitted.length <= URL_MAX && OWN_PICTURE.test(submitted) ? submitted : address(submitted)

/** A day up to today, in UTC. */
const pastDay: Parser = (submitted) => {
  const date = day(submitted)
  return typeof date === 'string' && date > utcToday() ? new ValueError('cannot be in the future') : date
}

type Parsed = { [Field in ParsedField]: Field extends 'slug' ? string | null : EditedDeal[Field] }

// Shared by the form and by a row of a CSV file. A slug left empty is null.
const parsed = Object.fromEntries(PARSED_FIELDS.map((field) => [field, schemaOf(field)])) as {
  [Field in ParsedField]: z.ZodType<Parsed[Field], string | undefined>
}

function schemaOf(field: ParsedField): z.ZodType {
  const { label, kind, required: isRequired, blank = null, ...given } = definitionOf(field)
  const { min = 0, max = Number.POSITIVE_INFINITY, choices = {} } = given
  const parser = PARSERS[kind as TextKind]({ min, max, choices })
  return isRequired ? required(label, parser) : optional(label, parser, blank)
}

// Runs whenever both dates are valid, so that it is reported together with errors of other fields.
const endsAfterStart = z.refine<{ start_date: string; end_date: string | null }>(
  ({ start_date, end_date }) => end_date === null || end_date >= start_date,
  {
    path: ['end_date'],
    error: 'End date cannot be before the start date.',
    when: ({ value }) => {
      const { start_date, end_date } = value as { start_date: unknown; end_date: unknown }
      return typeof start_date === 'string' && typeof end_date === 'string'
    },
  },
)

// Runs whenever both values are valid, like the check of the dates.
const stacksSeveral = z.refine<{ stackable: boolean | null; max_codes: number | null }>(
  ({ stackable, max_codes }) => max_codes === null || stackable === true,
  {
    path: ['max_codes'],
    error: 'Max codes can be given only when codes can be stacked.',
    when: ({ value }) => {
      const { stackable, max_codes } = value as { stackable: unknown; max_codes: unknown }
      return stackable !== undefined && max_codes !== undefined
    },
  },
)

const subscriptionHasPrice = z.refine<{ deal_price: string | null; deal_price_period: string }>(
  ({ deal_price, deal_price_period }) => deal_price_period === 'ONCE' || deal_price !== null,
  {
    path: ['deal_price'],
    error: 'A deal that is paid every month or year needs a deal price.',
    when: ({ value }) => {
      const { deal_price, deal_price_period } = value as { deal_price: unknown; deal_price_period: unknown }
      return deal_price !== undefined && deal_price_period !== undefined
    },
  },
)

const proCon = z.object({ type: z.enum(['PRO', 'CON']), text: required('Text', line(LIMITS.procon)) })
const faq = z.object({
  question: required('Question', line(LIMITS.question)),
  answer: required('Answer', paragraphs(LIMITS.answer)),
})

/** The form at /admin/deals/new and /admin/deals/{id} (spec §5). An empty slug is null: generate it from the title. */
export const dealFields = z
  .object({
    ...parsed,
    category_id: z.uuid({ error: 'Category is required.' }),
    platform_id: z.uuid({ error: 'Platform is required.' }),
    status: z.enum(DEAL_STATUSES).default('ACTIVE'),
    published: z.boolean().default(false),
    tags: list('Tags', ',', line(LIMITS.tag), LIMITS.tags),
    pros_cons: rowsOf('Entry', proCon, {
      max: 2 * LIMITS.pros,
      tooMany: `A deal can have at most ${2 * LIMITS.pros} pros and cons.`,
    }),
    faqs: rowsOf('Question', faq, { max: LIMITS.faqs, tooMany: `A deal can have at most ${LIMITS.faqs} questions.` }),
    plans: planRows,
    limits: limitRows,
  })
  .check(endsAfterStart, stacksSeveral, subscriptionHasPrice, hasPriceOfPlan)
export const dealForm = inOwnCurrency(dealFields.transform(alignLimits))
export type DealValues = z.infer<typeof dealForm>

const REQUIRED = PARSED_FIELDS.filter((field): field is FieldWith<'required', true> & ParsedField =>
  Boolean(definitionOf(field).required),
)

/**
 * What a stored deal needs to be published: the required fields of the form, by the form's own rules. A category and a
 * platform are required by the database.
 */
export const publishedDeal = z.object(
  Object.fromEntries(REQUIRED.map((field) => [field, parsed[field]])) as Pick<typeof parsed, (typeof REQUIRED)[number]>,
)
export const PUBLISHED_COLUMNS = REQUIRED

/** The same rules for one row of a CSV file, where lists are separated by a pipe. */
export const dealRow = inOwnCurrency(
  z
    .object({
      ...parsed,
      tags: list('Tags', '|', line(LIMITS.tag), LIMITS.tags),
      pros: list('Pros', '|', line(LIMITS.procon), LIMITS.pros, { keepsEqual: true }),
      cons: list('Cons', '|', line(LIMITS.procon), LIMITS.pros, { keepsEqual: true }),
      plans: planCell,
      confirmed_on: optional('Confirmed on', pastDay, null),
    })
    .check(endsAfterStart, stacksSeveral, subscriptionHasPrice, hasPriceOfPlan),
)
export type ImportedDeal = z.infer<typeof dealRow>
