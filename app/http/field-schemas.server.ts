import { z } from 'zod'
import { type Parser, ValueError } from './value-error'

/** A field that has to be filled in. Its messages are sentences that begin with the label. */
export function required<Value>(label: string, parse: Parser<Value>) {
  return z.string({ error: `${label} is required.` }).transform((submitted, context) => {
    const trimmed = submitted.trim()
    const value = trimmed === '' ? new ValueError('is required') : parse(trimmed)
    return value instanceof ValueError ? reject(context, label, value) : value
  })
}

/** A field that may stay empty and is then `blank`. */
export function optional<Value, Blank extends string | null>(label: string, parse: Parser<Value>, blank: Blank) {
  return z
    .string()
    .optional()
    .transform((submitted, context) => {
      const trimmed = submitted === undefined ? '' : submitted.trim()
      if (trimmed === '') return blank
      const value = parse(trimmed)
      return value instanceof ValueError ? reject(context, label, value) : value
    })
}

export function reject(context: z.RefinementCtx, label: string, { words }: ValueError) {
  context.addIssue({ code: 'custom', message: `${label} ${words}.` })
  return z.NEVER
}
