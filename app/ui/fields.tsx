import { Fragment, type ReactNode } from 'react'
import { type FieldSpec, type FieldTable, SLUG_MAX, URL_MAX } from '~/http/field-table'
import { describedBy, Field, TextArea, TextField } from './field'
import { PrefixedInput } from './input'
import { SelectField } from './select-field'
import { Switch } from './switch'

/** The state of a control, as `fieldsOf` gives it. */
type Control = { id: string; name: string; defaultValue: string | undefined; errors: string[] | undefined }

type FieldOption = { value: string; label: string }

type FieldsProps<Fields extends FieldTable> = {
  fields: Fields
  control(name: keyof Fields & string): Control
  /** The values of choices that the table does not name, without the empty one. */
  options?: { [Name in keyof Fields]?: readonly FieldOption[] }
  /** Hints that depend on the record, or are more than text. */
  hints?: { [Name in keyof Fields]?: ReactNode }
  /** What is drawn in place of a control that follows from the kind, such as the editor of rows. */
  controls?: { [Name in keyof Fields]?: ReactNode }
}

/** The controls of a form, in the order of its table. Rows have none by their kind. */
export function Fields<Fields extends FieldTable>(props: FieldsProps<Fields>) {
  const { fields, control, options, hints, controls } = props
  const names = Object.keys(fields) as (keyof Fields & string)[]
  return names.map((name) => (
    <Fragment key={name}>
      {controls?.[name] ?? (
        <FieldControl
          spec={fields[name] as FieldSpec}
          control={control(name)}
          options={options?.[name]}
          hint={hints?.[name]}
        />
      )}
    </Fragment>
  ))
}

type FieldControlProps = {
  spec: FieldSpec
  control: Control
  options: readonly FieldOption[] | undefined
  hint: ReactNode
}

function FieldControl({ spec, control, options, hint = spec.hint }: FieldControlProps) {
  const { kind, label, required, max, placeholder, counter } = spec
  const frame = {
    label: spec.control ?? label,
    hint,
    optional: canBeEmpty(spec) && spec.optional !== false,
    fieldClassName: spec.isWide ? 'sm:col-span-2' : undefined,
  }
  const text = { ...control, ...frame, required, placeholder, counter, maxLength: max }
  const select = { ...control, ...frame, required }
  switch (kind) {
    case 'line':
      return <TextField {...text} />
    case 'text':
      return <TextArea {...text} height={spec.height} />
    case 'code':
      return <TextField {...text} autoCapitalize="characters" spellCheck={false} />
    case 'currency':
      return <TextField {...text} className="uppercase" />
    case 'slug':
      return <SlugField {...frame} control={control} prefix={spec.prefix} />
    case 'url':
      return <TextField {...text} maxLength={max ?? URL_MAX} inputMode="url" placeholder={placeholder ?? 'https://'} />
    case 'email':
      return <TextField {...text} type="email" inputMode="email" autoComplete="off" spellCheck={false} />
    case 'date':
      return <TextField {...text} type="date" />
    case 'number':
      return <TextField {...text} inputMode="numeric" maxLength={9} />
    case 'price':
      return <TextField {...text} inputMode="decimal" maxLength={max ?? 40} />
    case 'choice':
      return <SelectField {...select} options={[...blankOf(spec), ...(options ?? choicesOf(spec))]} />
    case 'answer':
      return <SelectField {...select} options={[...blankOf(spec), ...ANSWERS]} />
    case 'switch':
      return (
        <Switch name={control.name} defaultChecked={control.defaultValue === 'on'}>
          {label}
        </Switch>
      )
    case 'rows':
      return null
  }
}

const ANSWERS: FieldOption[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const canBeEmpty = (spec: FieldSpec) => !spec.required && spec.default === undefined

const blankOf = (spec: FieldSpec): FieldOption[] =>
  canBeEmpty(spec) ? [{ value: '', label: spec.blank ?? 'Not stated' }] : []

const choicesOf = ({ choices = {} }: FieldSpec): FieldOption[] =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))

type SlugFieldProps = {
  label: string
  hint: ReactNode
  optional: boolean
  fieldClassName: string | undefined
  control: Control
  prefix: string | undefined
}

function SlugField({ control, prefix, fieldClassName, ...frame }: SlugFieldProps) {
  const { errors, ...input } = control
  const plain = { autoCapitalize: 'none', spellCheck: false, maxLength: SLUG_MAX }
  if (prefix === undefined) return <TextField {...control} {...frame} {...plain} fieldClassName={fieldClassName} />
  return (
    <Field id={input.id} {...frame} errors={errors} className={fieldClassName}>
      <PrefixedInput
        {...input}
        {...plain}
        prefix={prefix}
        {...describedBy({ id: input.id, hint: frame.hint, errors })}
      />
    </Field>
  )
}
