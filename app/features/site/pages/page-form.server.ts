import { z } from 'zod'
import { slugFromTitle } from '~/features/catalog/deals/slug'
import { formOf } from '~/http/field-schema.server'
import { optional, paragraphs, rejectValue, slug } from '~/http/fields.server'
import { ValueError } from '~/http/forms'
import { textLength } from '~/ui/text-length'
import { splitAtQuestions } from './page-text.server'
import { hasQuestions, PAGE_FIELDS, type PageValues } from './site-page'

// Only the names are used: the first segment of the path of each route.
const ROUTE_FILES = Object.keys(import.meta.glob(['/app/routes/*.{ts,tsx}', '/app/routes/*/route.{ts,tsx}']))
const RESERVED = new Set(ROUTE_FILES.map((file) => /^\/app\/routes\/([a-z-]*)/.exec(file)?.[1]))

function text(label: string) {
  return z
    .string()
    .optional()
    .transform((submitted = '', context) => {
      if (textLength(submitted) > PAGE_FIELDS.body.max) {
        context.addIssue({ code: 'custom', message: '50,000 characters are the most.' })
        return z.NEVER
      }
      const trimmed = submitted.trim()
      if (trimmed === '') return null
      const value = paragraphs(PAGE_FIELDS.body.max)(trimmed)
      return value instanceof ValueError ? rejectValue(context, label, value) : value
    })
}

const fields = formOf(PAGE_FIELDS, {
  footer_group: z.enum(['COMPANY', 'LEGAL']).nullable().catch(null),
  body: text('Body'),
  body_after: text('Text after the list'),
}).extend({ slug: optional('URL', slug, null) })

/** The form of a page, or of a new one without `page`: an empty slug is then made from the title. */
export function pageForm(page?: string): z.ZodType<PageValues & { slug: string }> {
  return fields
    .transform(({ slug, body_after, ...values }) => ({
      ...values,
      slug: page ?? slug ?? slugFromTitle(values.title, 'page'),
      body_after: page === 'privacy' ? body_after : null,
    }))
    .superRefine(({ slug, body }, context) => {
      if (!page && RESERVED.has(slug)) {
        context.addIssue({ code: 'custom', path: ['slug'], message: 'This URL belongs to a built-in page.' })
      }
      // Of the texts before and after its list of data, one may be empty.
      const problem = page === 'privacy' ? undefined : body === null ? 'Body is required.' : findProblem(slug, body)
      if (problem) context.addIssue({ code: 'custom', path: ['body'], message: problem })
    })
}

function findProblem(page: string, body: string) {
  if (!hasQuestions(page)) return undefined
  const { questions } = splitAtQuestions(body)
  const unanswered = questions.findIndex(({ answer }) => answer === '')
  if (unanswered >= 0) return `Question ${unanswered + 1} needs an answer.`
  return page === 'faq' && questions.length === 0
    ? 'Begin each question with ##, and write its answer below.'
    : undefined
}
