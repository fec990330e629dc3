/** The longest web address, in characters; the database has the same limit. */
export const URL_MAX = 2_048
export const SLUG_MAX = 200
export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** `/admin/deals/new` is the form for a new deal. */
export const RESERVED_SLUG = 'new'

type FieldKind =
  | 'line'
  | 'text'
  | 'code'
  | 'currency'
  | 'slug'
  | 'url'
  | 'email'
  | 'date'
  | 'number'
  | 'price'
  | 'choice'
  | 'answer'
  | 'switch'
  | 'rows'

/** A field of a form. Schema (`formOf`), control (`Fields`), conflicts and the type of its value derive from it. */
export type FieldSpec = {
  label: string
  kind: FieldKind
  /** The label of its control where that is not `label`, with which errors begin. */
  control?: string
  /** Has to be filled in. Any other field may stay empty and is then `default`, or null. */
  required?: true
  default?: string
  /** False where the label does not say "(optional)", because other fields or a hint say when it may be empty. */
  optional?: false
  /** The smallest number. */
  min?: number
  /** The longest text, in characters, or the largest number; the database has the same limit. */
  max?: number
  /** The values of a choice with their labels. */
  choices?: Readonly<Record<string, string>>
  /** The label of the empty choice. */
  blank?: string
  hint?: string
  placeholder?: string
  /** Shows the length of the text beside the label. */
  counter?: true
  /** What is always before the value, such as "/vendors/". */
  prefix?: string
  /** Of a text: a low control. */
  height?: 'sm'
  /** Takes both columns of its form. */
  isWide?: true
}

/** The fields of a form by their names, in the order of their controls. */
export type FieldTable = Readonly<Record<string, FieldSpec>>

export type ValueOf<Spec extends FieldSpec> = Spec extends { choices: infer Choices }
  ? keyof Choices & string
  : Spec['kind'] extends 'number'
    ? number
    : Spec['kind'] extends 'answer' | 'switch'
      ? boolean
      : Spec['kind'] extends 'rows'
        ? readonly object[]
        : string

/** The values of such a form. An optional field that is empty is null, unless it has a default. */
export type ValuesOf<Fields extends FieldTable> = {
  [Name in keyof Fields]: Fields[Name] extends { required: true } | { default: string } | { kind: 'switch' | 'rows' }
    ? ValueOf<Fields[Name]>
    : ValueOf<Fields[Name]> | null
}
