import { INTENT } from '@conform-to/dom'
import { z } from 'zod'
import { INDEX_MAX } from './field-names'

/** The lists of a form whose entries its buttons can insert, remove and reorder, with the field names of an entry. */
export type Lists = Record<string, readonly string[]>

/** Maximum length of a default value of an inserted entry. */
const DEFAULT_VALUE_MAX = 100

/**
 * Whether the form has no list intent, or one that its buttons can send. The form parser itself would accept any path
 * and any value.
 */
export function hasValidIntent(form: URLSearchParams, lists: Lists): boolean {
  const intents = form.getAll(INTENT)
  if (intents.length === 0) return true
  const intent = intents.length === 1 ? intentOf(lists).safeParse(parseJson(intents[0]!)) : undefined
  if (!intent?.success) return false

  // The target must be a list or not exist yet.
  const { name } = intent.data.payload
  return ![...form.keys()].some((field) => field === name || field.startsWith(`${name}.`))
}

const index = z.int().min(0).max(INDEX_MAX)

function intentOf(lists: Lists) {
  const name = z.enum(Object.keys(lists))
  const part = z.enum(Object.values(lists).flat())
  const defaultValue = z.partialRecord(part, z.string().max(DEFAULT_VALUE_MAX))
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('insert'), payload: z.strictObject({ name, defaultValue }) }),
    z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name, index }) }),
    z.strictObject({ type: z.literal('reorder'), payload: z.strictObject({ name, from: index, to: index }) }),
  ])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
