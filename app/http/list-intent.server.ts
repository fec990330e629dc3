import { z } from 'zod'
import { INDEX_MAX, INTENT } from './field-names'

/** The lists of a form whose entries can be added, removed and moved by its buttons, each with the parts of an entry. */
export type Lists = Record<string, readonly string[]>

/** As much as an entry that was just added may hold. */
const BLANK_MAX = 100

/**
 * Whether the form asks for no change of a list, or for one that its buttons could ask for. The form parser would take
 * any path in there, and values of any kind.
 */
export function hasValidIntent(form: URLSearchParams, lists: Lists): boolean {
  const intents = form.getAll(INTENT)
  if (intents.length === 0) return true
  const intent = intents.length === 1 ? intentOf(lists).safeParse(parseJson(intents[0]!)) : undefined
  if (!intent?.success) return false

  // What is changed has to be a list, or nothing yet.
  const { name } = intent.data.payload
  return ![...form.keys()].some((field) => field === name || field.startsWith(`${name}.`))
}

const place = z.int().min(0).max(INDEX_MAX)

function intentOf(lists: Lists) {
  const name = z.enum(Object.keys(lists))
  const part = z.enum(Object.values(lists).flat())
  const defaultValue = z.partialRecord(part, z.string().max(BLANK_MAX))
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('insert'), payload: z.strictObject({ name, defaultValue }) }),
    z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name, index: place }) }),
    z.strictObject({ type: z.literal('reorder'), payload: z.strictObject({ name, from: place, to: place }) }),
  ])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
