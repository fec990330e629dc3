import { type DealField, definitionOf, type EditedDeal } from '~/features/catalog/deals/deal-fields'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { errorsOf, type FormResult, submittedValue, summaryOf } from '~/http/forms'
import type { EditConflict } from './edit-conflict.server'
import type { FetchedValues } from './fetch-from-link'
import type { Row } from './repeated-rows'

/** A single text of the form; lists have rows. */
export type TextFieldName = Exclude<DealField, 'published' | 'plans' | 'limits' | 'pros_cons' | 'faqs'>
/** The name of the button that moves a tracking link from the CTA URL to the affiliate link, of the one that keeps it, and of the kept link. */
export const STORE_AS_AFFILIATE = 'store_as_affiliate'
export const KEEP_LINK = 'keep_link'
export const KEPT_LINK = 'kept_link'
/** The name of the button that removes the picture. */
export const REMOVE_PICTURE = 'remove_picture'

/** The answer to a sent form. */
export type DealFormResult =
  | (NonNullable<FormResult> & {
      /** Another person's save of the same deal. */
      conflict?: EditConflict | null
      /** Values filled from the page behind the link, and what takes them back. */
      fetched?: { values: FetchedValues; title: string; text: string; undo?: string }
    })
  | undefined

export type Draft = ReturnType<typeof draftOf>

/** What is known of a deal, with its picture and why that could not be fetched. */
export type KnownDeal = Partial<EditedDeal> & { picture?: ShownPicture | null; picture_problem?: string | null }

/**
 * The values of the form: the submitted ones if it came back, else the stored ones, else those of a new deal.
 *
 * @param isFetched whether a field was filled from the page behind the link
 */
export function draftOf(result: FormResult, stored?: KnownDeal, isFetched = (_field: string) => false) {
  const isSubmitted = result?.initialValue !== undefined && result.initialValue !== null
  const textOf = (field: TextFieldName) =>
    isSubmitted ? (submittedValue(result, field) ?? '') : storedText(field, stored)
  return {
    text: textOf,
    /** The tracking link that stays the CTA URL. */
    keptLink: submittedValue(result, KEPT_LINK),
    /** The picture of the stored address. */
    stored: {
      hero_image_url: stored?.hero_image_url,
      picture: stored?.picture,
      problem: stored?.picture_problem,
    },
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
    /** The form came back without errors, to be filled in further. */
    isReturned: isSubmitted && !result.error,
    /** The first error of these fields or of their rows. */
    firstErrorOf: (fields: string[]) =>
      summaryOf(result).find(({ id }) => fields.some((field) => id === field || id?.startsWith(`${field}[`)))?.message,
    /** Errors of a row's control, by its id: the row's index when the form was sent. */
    errorsOf: (id: string) => errorsOf(result, id),
    rows: <Name extends 'pros_cons' | 'faqs'>(name: Name) =>
      rowsOf<EditedDeal[Name][number]>(isSubmitted ? result.initialValue?.[name] : stored?.[name]),
    /** The plans and limits as in the form, where the values of a limit have the keys of the plans. */
    planRows: (): PlanRows =>
      isSubmitted
        ? { plans: rowsOf(result.initialValue?.plans), limits: rowsOf(result.initialValue?.limits) }
        : storedPlanRows(stored),
  }
}

export type PlanRow = { key: string; name: string; price: string; codes: string }
export type LimitRow = { label: string; values: Record<string, string> }
export type PlanRows = { plans: Row<PlanRow>[]; limits: Row<LimitRow>[] }

function rowsOf<Value>(given: unknown): Row<Value>[] {
  const values = Array.isArray(given) ? (given as (Partial<Value> | undefined)[]) : []
  return values.map((value, index) => ({ key: index, value: value ?? {} }))
}

function storedPlanRows({ plans = [], limits = [] }: Partial<EditedDeal> = {}): PlanRows {
  return {
    plans: rowsOf(
      plans.map(({ codes, ...plan }, index) => ({ ...plan, key: `k${index}`, codes: String(codes ?? '') })),
    ),
    limits: rowsOf(
      limits.map(({ label, values }) => ({
        label,
        values: Object.fromEntries(values.map((value, index) => [`k${index}`, value])),
      })),
    ),
  }
}

const BY_KIND: Partial<Record<ReturnType<typeof definitionOf>['kind'], object>> = {
  date: { type: 'date' },
  price: { inputMode: 'decimal', className: 'input--price', maxLength: 40 },
  url: { inputMode: 'url', placeholder: 'https://' },
  picture: { inputMode: 'url', placeholder: 'https://' },
  code: { autoCapitalize: 'characters', spellCheck: false },
  number: { inputMode: 'numeric', maxLength: 9 },
}

function constraintsOf(field: TextFieldName) {
  const { label, kind, required, blank, max } = definitionOf(field)
  const isOptional = !required && blank === undefined
  return {
    label,
    ...(required && { required }),
    ...(isOptional && { optional: true }),
    ...(max && kind !== 'number' && { maxLength: max }),
    ...BY_KIND[kind],
  }
}

function storedText(field: TextFieldName, stored?: Partial<EditedDeal>) {
  const value = stored?.[field] !== undefined ? stored[field] : definitionOf(field).blank
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** The options of a field with few answers, of which one is that the vendor does not state it, unless one is the default. */
export function optionsOf(field: TextFieldName) {
  const { kind, choices, blank } = definitionOf(field)
  const answers = kind === 'answer' ? { yes: 'Yes', no: 'No' } : choices
  const unstated = blank === undefined ? [['', 'Not stated']] : []
  return [...unstated, ...Object.entries(answers ?? {})].map(([value = '', label = '']) => ({ value, label }))
}
