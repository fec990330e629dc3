import { useState } from 'react'
import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import { BOX_LOOK } from '~/ui/box'
import { describedBy, FieldErrors } from '~/ui/field'
import { Input } from '~/ui/input'
import { type Row, type RowColumn, RowsEditor } from '~/ui/rows-editor'
import type { Draft } from './deal-draft'

const PLAN_COLUMNS: RowColumn[] = [
  { part: 'key', label: 'Key of plan', kind: 'key' },
  {
    part: 'name',
    label: 'Name of plan',
    placeholder: 'Name',
    maxLength: DEAL_LIMITS.planName,
    className: '@max-2xl:col-span-full',
  },
  { part: 'price', label: 'Price of plan', placeholder: 'Price', inputMode: 'decimal', maxLength: 40 },
  { part: 'codes', label: 'Codes of plan', placeholder: 'Codes (optional)', inputMode: 'numeric', maxLength: 9 },
]
const LIMIT_COLUMNS: RowColumn[] = [
  { part: 'label', label: 'Label of limit', placeholder: 'Label', maxLength: DEAL_LIMITS.limitLabel },
]

/** The plans, and below them the limits, with a value for each plan. */
export function PlansEditor({ draft: { rows, errorsOf } }: { draft: Draft }) {
  const [plans, setPlans] = useState(rows('plans'))
  return (
    <div className="grid gap-5">
      <p className="text-muted-foreground text-small">
        {plans.length === 0
          ? 'None yet. Enter them if the price depends on a plan or on the number of codes.'
          : 'The deal price must be the price of one of them.'}
      </p>
      <RowsEditor
        name="plans"
        noun="plan"
        columns={PLAN_COLUMNS}
        initial={plans}
        max={DEAL_LIMITS.plans}
        className="grid-cols-2 items-center @2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(9.75rem,1fr)_auto]"
        buttonsClassName="@max-2xl:col-span-full"
        errorsOf={errorsOf}
        onRows={setPlans}
      />
      {plans.length > 0 ? (
        <div className="grid gap-2.5">
          <h4 className={BOX_LOOK.title}>Plan limits</h4>
          <p className="text-muted-foreground text-small">
            Such as seats or storage, with a value for each plan. Leave empty what is not stated.
          </p>
          <RowsEditor
            name="limits"
            noun="limit"
            columns={LIMIT_COLUMNS}
            initial={rows('limits')}
            max={DEAL_LIMITS.limits}
            className="grid-cols-[minmax(0,1fr)_auto] items-center not-first:mt-1 not-first:border-t not-first:pt-3.5"
            errorsOf={errorsOf}
            below={(row, index) => <LimitValues {...{ plans, row, index, errorsOf }} />}
          />
        </div>
      ) : null}
    </div>
  )
}

type LimitValuesProps = { plans: Row[]; row: Row; index: number; errorsOf: Draft['errorsOf'] }

/** The values of a limit have the keys of the plans, so that they stay with their plan when plans move. */
function LimitValues({ plans, row, index, errorsOf }: LimitValuesProps) {
  const values = new Map(Object.entries(row.value.values ?? {}))
  return (
    <div className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
      {plans.map(({ key, value }, column) => {
        const name = `limits[${index}].values.${value.key}`
        const planName = String(value.name || `Plan ${column + 1}`)
        return (
          <label key={key} htmlFor={name}>
            <span className="text-caption leading-snug text-muted-foreground">{planName}</span>
            <Input
              id={name}
              name={name}
              aria-label={`${planName}, limit ${index + 1}`}
              maxLength={DEAL_LIMITS.limitValue}
              defaultValue={values.get(String(value.key))}
              {...describedBy({ id: name, errors: errorsOf(name) })}
            />
            <FieldErrors id={name} errors={errorsOf(name)} />
          </label>
        )
      })}
    </div>
  )
}
