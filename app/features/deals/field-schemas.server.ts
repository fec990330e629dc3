import { z } from 'zod'
import { splitEntries } from './entry-list'
import { type Parser, ValueError } from './field-parsers'

/** A field that has to be filled in. Its messages begin with the label. */
export function required(label: string, read: Parser) {
  return z.string({ error: `${label} is required.` }).transform((typed, context) => {
    const text = typed.trim()
    const value = text === '' ? new ValueError('is required') : read(text)
    return value instanceof ValueError ? refuse(context, label, value) : value
  })
}

/** A field that may stay empty and is then `otherwise`. */
export function optional<Otherwise extends string | null>(label: string, read: Parser, otherwise: Otherwise) {
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      const text = typed === undefined ? '' : typed.trim()
      if (text === '') return otherwise
      const value = read(text)
      return value instanceof ValueError ? refuse(context, label, value) : value
    })
}

/** Several texts in one field. Empty ones are dropped, and of equal ones all but the first unless they are kept. */
export function list(label: string, separator: ',' | '|', read: Parser, max: number, { keepsEqual = false } = {}) {
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      if (typed === undefined) return []
      const parts = separator === '|' ? splitEntries(typed) : typed.split(separator)
      const filled = parts.map((text) => text.trim()).filter((text) => text !== '')
      const texts = keepsEqual ? filled : [...new Set(filled)]
      if (texts.length > max)
        return refuse(context, label, new ValueError(`can have at most ${max} entries, not ${texts.length}`))
      const values = texts.map(read)
      const fault = values.findIndex((value) => value instanceof ValueError)
      if (fault >= 0) return refuse(context, `${label}, entry ${fault + 1}`, values[fault] as ValueError)
      return values as string[]
    })
}

function refuse(context: z.RefinementCtx, label: string, { words }: ValueError) {
  context.addIssue({ code: 'custom', message: `${label} ${words}.` })
  return z.NEVER
}
