import { z } from 'zod'
import { splitEntries } from '~/features/catalog/deals/plans/entry-list'
import { rejectValue } from '~/http/fields.server'
import { type Parser, ValueError } from '~/http/forms'

/** Several texts in one field. Empty ones are dropped, and of equal ones all but the first unless `keepsEqual`. */
export function list(label: string, separator: ',' | '|', parse: Parser, max: number, { keepsEqual = false } = {}) {
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
