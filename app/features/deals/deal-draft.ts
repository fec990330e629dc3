import { errorsOf, type FormResult, submittedValue } from '~/http/form-result'
import type { EditedDeal } from './deal-changes'
import type { EditConflict } from './manage-conflict.server'

/** A single text of the form; lists have rows. */
export type TextField = Exclude<keyof EditedDeal, 'published' | 'pros_cons' | 'faqs'>
/** What the form was answered, and what somebody else has saved meanwhile. */
export type DealFormResult = (NonNullable<FormResult> & { conflict?: EditConflict | null }) | undefined

export type Draft = ReturnType<typeof draftOf>

/** What the form shows: what was typed if it came back, else what is stored, else what a new deal begins with. */
export function draftOf(result: FormResult, stored?: EditedDeal) {
  const isSent = result?.initialValue !== undefined && result.initialValue !== null
  return {
    text: (field: TextField) => (isSent ? (submittedValue(result, field) ?? '') : storedText(field, stored)),
    /** For the control of that name, which has it as its id too. */
    control: (field: TextField) => ({
      id: field,
      name: field,
      defaultValue: isSent ? (submittedValue(result, field) ?? '') : storedText(field, stored),
      errors: errorsOf(result, field),
    }),
    isPublished: isSent ? submittedValue(result, 'published') === 'on' : (stored?.published ?? false),
    /** Of a row's control, by its id: the place that the row had when the form was sent. */
    errorsOf: (id: string) => errorsOf(result, id),
    rows: <Name extends 'pros_cons' | 'faqs'>(name: Name) => {
      const given = isSent ? result.initialValue?.[name] : stored?.[name]
      const values = Array.isArray(given) ? (given as (Partial<EditedDeal[Name][number]> | undefined)[]) : []
      return values.map((value, place) => ({ key: place, value: value ?? {} }))
    },
  }
}

const BLANK: Partial<Record<TextField, string>> = { currency: 'USD', status: 'ACTIVE' }

function storedText(field: TextField, stored?: EditedDeal) {
  const value = stored ? stored[field] : BLANK[field]
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}
