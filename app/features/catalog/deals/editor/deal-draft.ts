import { SAVE_FAILED } from '~/features/catalog/deals/deal'
import {
  DEAL_COLUMNS,
  type DealField,
  type DealLists,
  dealFieldSpec,
  type EditedDeal,
} from '~/features/catalog/deals/deal-fields'
import type { ShownPicture } from '~/features/catalog/pictures/picture'
import { errorsOf, type FormResult, fieldsOf, type SentForm, submittedValue } from '~/http/forms'
import type { Conflict } from '~/ui/conflict'
import type { Row } from '~/ui/rows-editor'

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

/** The values of the form: the submitted ones if it came back, else the stored ones, else those of a new deal. */
export function draftOf(result: FormResult, stored: KnownDeal = {}) {
  const control = fieldsOf(result, storedTexts(stored))
  const rows = (name: keyof DealLists): Row[] => {
    const values = result?.initialValue ? result.initialValue[name] : storedRows(name, stored)
    return (Array.isArray(values) ? values : []).map((value, key) => ({ key, value: Object(value) }))
  }
  return {
    stored,
    keptLink: submittedValue(result, KEPT_LINK),
    /** The id, name, value and errors of a field that is no list. */
    control,
    text: (field: DealColumn) => control(field).defaultValue ?? '',
    rows,
    /** Errors of a row's control, by its id: the row's index when the form was sent. */
    errorsOf: (id: string) => errorsOf(result, id),
    /** Whether a field has a value or an error. */
    isFilled: (field: DealField) =>
      errorsOf(result, field) !== undefined ||
      (isColumn(field) ? Boolean(control(field).defaultValue) : rows(field).length > 0),
  }
}

type DealColumn = (typeof DEAL_COLUMNS)[number]
const isColumn = (field: DealField): field is DealColumn => DEAL_COLUMNS.some((column) => column === field)

/** The stored values as their controls have them. */
function storedTexts(stored: KnownDeal) {
  const texts = DEAL_COLUMNS.map((field) => [field, textOf(field, stored[field] ?? dealFieldSpec(field).default ?? '')])
  return Object.fromEntries(texts) as Record<DealColumn, string>
}

function textOf(field: DealColumn, value: string | number | boolean | string[]) {
  if (typeof value !== 'boolean') return Array.isArray(value) ? value.join(', ') : `${value}`
  const [yes, no] = dealFieldSpec(field).kind === 'switch' ? ['on', ''] : ['yes', 'no']
  return value ? yes : no
}

/** Plans have keys, by which the limits have their values. */
function storedRows(name: keyof DealLists, stored: KnownDeal): object[] | undefined {
  if (name === 'plans') {
    return stored.plans?.map(({ codes, ...plan }, index) => ({ ...plan, key: `k${index}`, codes: `${codes ?? ''}` }))
  }
  if (name !== 'limits') return stored[name]
  return stored.limits?.map(({ label, values }) => ({
    label,
    values: Object.fromEntries(values.map((value, index) => [`k${index}`, value])),
  }))
}
