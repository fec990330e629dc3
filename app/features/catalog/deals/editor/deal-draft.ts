import { SAVE_FAILED } from '~/features/catalog/deals/deal'
import { type DealField, definitionOf, type EditedDeal } from '~/features/catalog/deals/deal-fields'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { errorsOf, type FormResult, type SentForm, submittedValue } from '~/http/forms'
import type { Conflict } from '~/ui/conflict'
import type { Row } from '~/ui/rows-editor'

/** Lists of the form have rows, all other fields are a single text. */
type ListName = 'plans' | 'limits' | 'pros_cons' | 'faqs'
export type TextFieldName = Exclude<DealField, ListName | 'published'>

/** The values of the buttons named `step`, after which the form comes back filled and nothing is saved. */
export const EDITOR_STEPS = {
  fetch: 'fetch-from-link',
  /** Moves a tracking link from the CTA URL to the affiliate link. */
  storeAsAffiliate: 'store-as-affiliate',
  keepLink: 'keep-link',
  removePicture: 'remove-picture',
} as const
/** The name of the field with the tracking link that stays the CTA URL. */
export const KEPT_LINK = 'kept_link'

/** The message when the editor's form could not be processed. */
export const editorFailure = (form: SentForm) =>
  form.get('step') === EDITOR_STEPS.fetch ? 'Failed to read the page' : SAVE_FAILED

/** The answer to a sent form. */
export type DealFormResult =
  | (NonNullable<FormResult> & {
      /** Another person's save of the same deal. */
      conflict?: Conflict
      /** What was filled from the page behind the link. */
      fetched?: { title: string; text: string }
    })
  | undefined

/** What is known of a deal, with its picture and why that could not be fetched. */
export type KnownDeal = Partial<EditedDeal> & { picture?: ShownPicture | null; picture_problem?: string | null }

export type Draft = ReturnType<typeof draftOf>

type Control = {
  id: string
  name: string
  label: string
  defaultValue: string
  hint?: string
  optional?: boolean
  errors?: string[]
  required?: boolean
  maxLength?: number
  className?: string
  fieldClassName?: string
}

/** The values of the form: the submitted ones if it came back, else the stored ones, else those of a new deal. */
export function draftOf(result: FormResult, stored?: KnownDeal) {
  const submitted = result?.initialValue ?? undefined
  const text = (field: TextFieldName) => (submitted ? (submittedValue(result, field) ?? '') : storedText(field, stored))
  const rows = (name: ListName): Row[] => {
    const values = submitted ? submitted[name] : storedRows(name, stored)
    return (Array.isArray(values) ? values : []).map((value, key) => ({ key, value: Object(value) }))
  }
  return {
    text,
    rows,
    stored,
    keptLink: submittedValue(result, KEPT_LINK),
    isPublished: submitted ? submittedValue(result, 'published') === 'on' : (stored?.published ?? false),
    /** The props of a field's control: label, name, value, errors and native constraints. */
    control: (field: TextFieldName): Control => ({
      id: field,
      name: field,
      defaultValue: text(field),
      errors: errorsOf(result, field),
      ...constraintsOf(field),
    }),
    /** Errors of a row's control, by its id: the row's index when the form was sent. */
    errorsOf: (id: string) => errorsOf(result, id),
    /** Whether a field has a value or an error. */
    isFilled: (field: DealField) =>
      errorsOf(result, field) !== undefined ||
      (isList(field) ? rows(field).length > 0 : field !== 'published' && text(field) !== ''),
  }
}

const isList = (field: DealField): field is ListName => field in LISTS
const LISTS = { plans: true, limits: true, pros_cons: true, faqs: true }

/** Plans have keys, by which the limits have their values. */
function storedRows(name: ListName, stored: KnownDeal = {}): object[] | undefined {
  if (name === 'plans') {
    return stored.plans?.map(({ codes, ...plan }, index) => ({ ...plan, key: `k${index}`, codes: `${codes ?? ''}` }))
  }
  if (name !== 'limits') return stored[name]
  return stored.limits?.map(({ label, values }) => ({
    label,
    values: Object.fromEntries(values.map((value, index) => [`k${index}`, value])),
  }))
}

const BY_KIND: Partial<Record<ReturnType<typeof definitionOf>['kind'], object>> = {
  date: { type: 'date' },
  price: { inputMode: 'decimal', className: 'input--price', maxLength: 40 },
  currency: { className: 'uppercase' },
  url: { inputMode: 'url', placeholder: 'https://' },
  picture: { inputMode: 'url', placeholder: 'https://' },
  code: { autoCapitalize: 'characters', spellCheck: false },
  slug: { autoCapitalize: 'none', spellCheck: false },
  number: { inputMode: 'numeric', maxLength: 9 },
}

function constraintsOf(field: TextFieldName) {
  const { label, control = label, kind, required, blank, max, hint, isWide } = definitionOf(field)
  const isOptional = !required && blank === undefined
  return {
    label: control,
    ...(hint && { hint }),
    ...(isWide && { fieldClassName: 'sm:col-span-2' }),
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
