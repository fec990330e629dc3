import { errorsOf, type FormResult, submittedValue } from '~/http/form-result'
import { type DealField, definitionOf, type EditedDeal } from './deal-fields'
import type { FetchedValues } from './fetch-from-link'
import type { EditConflict } from './manage-conflict.server'

/** A single text of the form; lists have rows. */
type TextFieldName = Exclude<DealField, 'published' | 'pros_cons' | 'faqs'>
/** The answer to a sent form. */
export type DealFormResult =
  | (NonNullable<FormResult> & {
      /** Another person's save of the same deal. */
      conflict?: EditConflict | null
      /** What was filled from the page behind the link. */
      fetched?: { values: FetchedValues; message: string }
    })
  | undefined

export type Draft = ReturnType<typeof draftOf>

/**
 * The values of the form: the submitted ones if it came back, else the stored ones, else those of a new deal.
 *
 * @param isFetched whether a field was filled from the page behind the link
 */
export function draftOf(result: FormResult, stored?: Partial<EditedDeal>, isFetched = (_field: string) => false) {
  const isSubmitted = result?.initialValue !== undefined && result.initialValue !== null
  const textOf = (field: TextFieldName) =>
    isSubmitted ? (submittedValue(result, field) ?? '') : storedText(field, stored)
  return {
    text: textOf,
    /** The props of a field's control: label, name, value, errors and native constraints. */
    control: (field: TextFieldName) => ({
      id: field,
      name: field,
      defaultValue: textOf(field),
      errors: errorsOf(result, field),
      ...constraintsOf(field),
      ...(isFetched(field) && { hint: "From the vendor's page" }),
    }),
    isPublished: isSubmitted ? submittedValue(result, 'published') === 'on' : (stored?.published ?? false),
    /** Errors of a row's control, by its id: the row's index when the form was sent. */
    errorsOf: (id: string) => errorsOf(result, id),
    rows: <Name extends 'pros_cons' | 'faqs'>(name: Name) => {
      const given = isSubmitted ? result.initialValue?.[name] : stored?.[name]
      const values = Array.isArray(given) ? (given as (Partial<EditedDeal[Name][number]> | undefined)[]) : []
      return values.map((value, index) => ({ key: index, value: value ?? {} }))
    },
  }
}

const BY_KIND: Partial<Record<ReturnType<typeof definitionOf>['kind'], object>> = {
  date: { type: 'date' },
  price: { inputMode: 'decimal', className: 'input--price', maxLength: 40 },
  url: { type: 'url', placeholder: 'https://' },
}

function constraintsOf(field: TextFieldName) {
  const { label, kind, required, blank, max } = definitionOf(field)
  const isOptional = !required && blank === undefined
  return {
    label,
    ...(required && { required }),
    ...(isOptional && { optional: true }),
    ...(max && { maxLength: max }),
    ...BY_KIND[kind],
  }
}

function storedText(field: TextFieldName, stored?: Partial<EditedDeal>) {
  const value = stored?.[field] !== undefined ? stored[field] : definitionOf(field).blank
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}
