import type { ChangeKind } from '~/db/schema'

/** The kinds of fields that are parsed from a single text; `deal-form.server.ts` has their parsers. */
export const TEXT_KINDS = [
  'line',
  'paragraphs',
  'slug',
  'price',
  'currency',
  'date',
  'url',
  'picture',
  'code',
  'number',
  'choice',
  'answer',
] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** What is known of a field of a deal. */
export type Definition = {
  label: string
  kind: TextKind | 'category' | 'platform' | 'status' | 'published' | 'tags' | 'plans' | 'limits' | 'pros_cons' | 'faqs'
  /** The label of its control, where that is not `label`, which errors begin with. */
  control?: string
  hint?: string
  /** Its control is two columns wide. */
  isWide?: true
  /** Has to be filled in. Any other field may stay empty and is then `blank`, or null where it has none. */
  required?: true
  blank?: string
  /** The longest text, in characters, or the largest number; the database has the same limit. */
  max?: number
  /** The smallest number. */
  min?: number
  /** The values of a choice with their labels. */
  choices?: Readonly<Record<string, string>>
  /** The columns of an import that hold it. */
  csv: readonly string[]
  /** The kind of entry that a change of it adds to the public record when staff ask for one. */
  record?: ChangeKind
  /** The kind of entry that a change of it adds to the public record unless staff decline. */
  term?: ChangeKind
}
