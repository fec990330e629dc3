import type { ReactNode } from 'react'
import { DEAL_LIMITS, DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { type DealField, definitionOf } from '~/features/catalog/deals/deal-fields'
import { codeOf } from '~/features/catalog/deals/price-parser'
import { describedBy, Field, TextArea, TextField } from '~/ui/field'
import { PrefixedInput } from '~/ui/input'
import { currencySign } from '~/ui/money'
import { type RowColumn, RowsEditor } from '~/ui/rows-editor'
import { SelectField } from '~/ui/select-field'
import { Switch } from '~/ui/switch'
import type { Draft, TextFieldName } from './deal-draft'
import { LinkField } from './link-field'
import { PictureField } from './picture-field'
import { PlansEditor } from './plan-limits'

type NamedOption = { id: string; name: string; depth?: number }
export type FilterOptions = { categories: NamedOption[]; platforms: NamedOption[] }
export type ControlProps = FilterOptions & {
  draft: Draft
  /** Path of the form's action. */
  action: string
}

/** The controls of these fields, in their order. */
export function DealControls({ fields, ...props }: ControlProps & { fields: readonly DealField[] }) {
  return fields.map((field) => {
    const Control = CONTROLS[field]
    return Control ? (
      <Control key={field} {...props} />
    ) : (
      <TextControl key={field} field={field as TextFieldName} draft={props.draft} />
    )
  })
}

/** The controls that do not follow from the kind of the field. */
const CONTROLS: Partial<Record<DealField, (props: ControlProps) => ReactNode>> = {
  cta_url: LinkField,
  hero_image_url: PictureField,
  category_id: ({ draft, categories }) => (
    <SelectField options={taxonomyOptions(categories)} {...draft.control('category_id')} />
  ),
  platform_id: ({ draft, platforms }) => (
    <SelectField options={taxonomyOptions(platforms)} {...draft.control('platform_id')} />
  ),
  deal_price: ({ draft }) => {
    const code = codeOf(draft.text('currency'))
    const hint = `“${currencySign(code)}8”, “1,299.00” and “8 ${code}” work too.`
    return <TextField hint={hint} {...draft.control('deal_price')} />
  },
  summary: ({ draft }) => <TextArea counter height="sm" {...draft.control('summary')} />,
  published: ({ draft }) => (
    <Switch name="published" defaultChecked={draft.isPublished}>
      Published
    </Switch>
  ),
  status: ({ draft }) => <SelectField options={STATUSES} {...draft.control('status')} />,
  plans: PlansEditor,
  pros_cons: ({ draft }) => (
    <RowsEditor
      name="pros_cons"
      noun="entry"
      columns={ENTRY_COLUMNS}
      initial={draft.rows('pros_cons')}
      max={2 * DEAL_LIMITS.pros}
      empty="None yet. This card will be hidden."
      className="grid-cols-[minmax(0,1fr)_auto] items-center @max-md:pb-3 @md:grid-cols-[6.75rem_minmax(0,1fr)_auto]"
      errorsOf={draft.errorsOf}
    />
  ),
  faqs: ({ draft }) => (
    <RowsEditor
      name="faqs"
      noun="question"
      columns={QUESTION_COLUMNS}
      initial={draft.rows('faqs')}
      max={DEAL_LIMITS.faqs}
      empty="None yet. This section will be hidden."
      className="grid-cols-[minmax(0,1fr)] items-start not-first:mt-1 not-first:border-t not-first:pt-3.5 @md:grid-cols-[minmax(0,1fr)_auto]"
      errorsOf={draft.errorsOf}
    />
  ),
}

const ENTRY_COLUMNS: RowColumn[] = [
  {
    part: 'type',
    label: 'Type of entry',
    kind: 'choice',
    choices: [
      { value: 'PRO', label: 'Pro' },
      { value: 'CON', label: 'Con' },
    ],
  },
  {
    part: 'text',
    label: 'Text of entry',
    maxLength: DEAL_LIMITS.procon,
    className: '@max-md:col-span-full @max-md:row-start-2',
  },
]
const QUESTION_COLUMNS: RowColumn[] = [
  { part: 'question', label: 'Question', maxLength: DEAL_LIMITS.question },
  { part: 'answer', label: 'Answer', kind: 'text', maxLength: DEAL_LIMITS.answer },
]

function TextControl({ field, draft }: { field: TextFieldName; draft: Draft }) {
  const { kind } = definitionOf(field)
  const control = draft.control(field)
  if (kind === 'choice' || kind === 'answer') return <SelectField options={optionsOf(field)} {...control} />
  if (kind === 'paragraphs') return <TextArea {...control} />
  if (kind !== 'slug') return <TextField {...control} />
  const { id, label, hint, errors, optional, ...input } = control
  return (
    <Field {...{ id, label, hint, errors, optional }}>
      <PrefixedInput prefix="/deals/" id={id} {...input} {...describedBy({ id, hint, errors })} />
    </Field>
  )
}

const STATUSES = DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))

/** The answers of a field, of which one is that the vendor does not state it, unless one is the default. */
function optionsOf(field: TextFieldName) {
  const { kind, choices, blank } = definitionOf(field)
  const answers = kind === 'answer' ? { yes: 'Yes', no: 'No' } : (choices ?? {})
  const unstated = blank === undefined ? [{ value: '', label: 'Not stated' }] : []
  return [...unstated, ...Object.entries(answers).map(([value, label]) => ({ value, label }))]
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function taxonomyOptions(items: NamedOption[]) {
  const options = items.map(({ id, name, depth = 0 }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return [{ value: '', label: 'Choose…' }, ...options]
}
