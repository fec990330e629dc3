import { z } from 'zod'
import {
  ANSWER_MAX,
  DESCRIPTION_MAX,
  FAQS_MAX,
  PRO_CON_MAX,
  PROS_MAX,
  QUESTION_MAX,
  SUMMARY_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
  VENDOR_MAX,
} from './deal-limits'
import { address, currency, day, Fault, line, paragraphs, price, type Reader, slug } from './typed-value'

/** A field that has to be filled in. Its messages begin with the label. */
function required(label: string, read: Reader) {
  return z.string({ error: `${label} is required` }).transform((typed, context) => {
    const text = typed.trim()
    const value = text === '' ? new Fault('is required') : read(text)
    return value instanceof Fault ? refuse(context, label, value) : value
  })
}

/** A field that may stay empty and is then `otherwise`. */
function optional<Otherwise extends string | null>(label: string, read: Reader, otherwise: Otherwise) {
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      const text = typed === undefined ? '' : typed.trim()
      if (text === '') return otherwise
      const value = read(text)
      return value instanceof Fault ? refuse(context, label, value) : value
    })
}

/** Several texts in one field; empty ones are dropped, and a text that comes twice counts once. */
function list(label: string, separator: ',' | '|', read: Reader, max: number) {
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      if (typed === undefined) return []
      const texts = new Set(typed.split(separator).map((text) => text.trim()))
      texts.delete('')
      if (texts.size > max) return refuse(context, label, new Fault(`may be at most ${max}, not ${texts.size}`))
      const values = [...texts].map(read)
      const fault = values.findIndex((value) => value instanceof Fault)
      if (fault >= 0) return refuse(context, `${label}, entry ${fault + 1}`, values[fault] as Fault)
      return values as string[]
    })
}

function refuse(context: z.RefinementCtx, label: string, { words }: Fault) {
  context.addIssue({ code: 'custom', message: `${label} ${words}` })
  return z.NEVER
}

// What the form and an imported row have in common.
const written = {
  title: required('Title', line(TITLE_MAX)),
  slug: optional('Slug', slug, null),
  vendor_name: required('Vendor name', line(VENDOR_MAX)),
  summary: optional('Summary', paragraphs(SUMMARY_MAX), null),
  description: optional('Description', paragraphs(DESCRIPTION_MAX), null),
  original_price: optional('Original price', price, null),
  deal_price: optional('Deal price', price, null),
  currency: optional('Currency', currency, 'USD'),
  start_date: required('Start date', day),
  end_date: optional('End date', day, null),
  cta_url: required('CTA URL', address),
  hero_image_url: optional('Hero image URL', address, null),
  video_url: optional('Video URL', address, null),
}

// Asked whenever both days can be read, so that it is reported beside the faults of other fields.
const endsAfterStart = z.refine<{ start_date: string; end_date: string | null }>(
  ({ start_date, end_date }) => end_date === null || end_date >= start_date,
  {
    path: ['end_date'],
    error: 'End date may not be before the start date',
    when: ({ value }) => {
      const { start_date, end_date } = value as { start_date: unknown; end_date: unknown }
      return typeof start_date === 'string' && typeof end_date === 'string'
    },
  },
)

const proCon = z.object({ type: z.enum(['PRO', 'CON']), text: required('Text', line(PRO_CON_MAX)) })
const faq = z.object({
  question: required('Question', line(QUESTION_MAX)),
  answer: required('Answer', paragraphs(ANSWER_MAX)),
})

/** The form at /admin/deals/new and /admin/deals/{id} (spec §5). A slug left empty is null: make one of the title. */
export const dealForm = z
  .object({
    ...written,
    category_id: z.uuid({ error: 'Category is required' }),
    platform_id: z.uuid({ error: 'Platform is required' }),
    status: z.enum(['ACTIVE', 'ENDING_SOON', 'EXPIRED', 'UPCOMING']).default('ACTIVE'),
    published: z.boolean().default(false),
    tags: list('Tags', ',', line(TAG_MAX), TAGS_MAX),
    pros_cons: z
      .array(proCon)
      .max(2 * PROS_MAX, `At most ${2 * PROS_MAX} pros and cons`)
      .default([]),
    faqs: z.array(faq).max(FAQS_MAX, `At most ${FAQS_MAX} questions`).default([]),
  })
  .check(endsAfterStart)
export type DealForm = z.infer<typeof dealForm>

/** The same rules for one row of a CSV file, where lists are separated by a pipe. */
export const dealRow = z
  .object({
    ...written,
    tags: list('Tags', '|', line(TAG_MAX), TAGS_MAX),
    pros: list('Pros', '|', line(PRO_CON_MAX), PROS_MAX),
    cons: list('Cons', '|', line(PRO_CON_MAX), PROS_MAX),
  })
  .check(endsAfterStart)
export type DealRow = z.infer<typeof dealRow>
