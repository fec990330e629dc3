import { DEAL_LIMITS } from '~/features/catalog/deals/deal'
import { BOX_LOOK } from '~/ui/box'
import { Button } from '~/ui/button'
import { describedBy, FieldErrors } from '~/ui/field'
import { Input } from '~/ui/input'
import type { LimitRow, PlanRow, PlanRows } from './deal-draft'
import { FIELD_ROWS, FieldRow } from './field-row'
import { type ErrorsOfRow, type Row, useRepeatedRows } from './repeated-rows'
import { RowButtons } from './row-buttons'

type PlansEditorProps = { initial: PlanRows; errorsOf: ErrorsOfRow }
type PlanList = ReturnType<typeof useRepeatedRows<PlanRow>>

/** The plans, and below them the limits, with a value for each plan. */
export function PlansEditor({ initial, errorsOf }: PlansEditorProps) {
  const plans = useRepeatedRows<PlanRow>({ name: 'plans', initial: initial.plans, blank: blankPlan, firstPart: 'name' })
  return (
    <div className="grid gap-5">
      <div className={FIELD_ROWS}>
        <p className="text-muted-foreground text-small">
          {plans.rows.length === 0
            ? 'None yet. Enter them if the price depends on a plan or on the number of codes.'
            : 'The deal price must be the price of one of them.'}
        </p>
        {plans.rows.map((row, index) => (
          <PlanFields key={row.key} list={plans} row={row} index={index} errorsOf={errorsOf} />
        ))}
        {plans.rows.length < DEAL_LIMITS.plans ? (
          <p>
            <Button id={plans.addId} tone="secondary" size="sm" icon="plus" {...plans.add}>
              Add plan
            </Button>
          </p>
        ) : null}
      </div>
      {plans.rows.length > 0 ? <LimitsEditor initial={initial.limits} plans={plans.rows} errorsOf={errorsOf} /> : null}
    </div>
  )
}

/** A key that no other plan has, so that its values stay its own when plans are added, moved or removed. */
function blankPlan(rows: Row<PlanRow>[]) {
  const used = rows.map((row) => Number.parseInt(keyOf(row).slice(1), 10) || 0)
  return { key: `k${1 + Math.max(-1, ...used)}`, name: '', price: '', codes: '' }
}

const keyOf = ({ key, value }: Row<PlanRow>) => value.key || `k${key}`

const PLAN_PARTS = [
  { part: 'name', label: 'Name', props: { maxLength: DEAL_LIMITS.planName } },
  { part: 'price', label: 'Price', props: { inputMode: 'decimal', maxLength: 40 } },
  { part: 'codes', label: 'Codes', props: { inputMode: 'numeric', maxLength: 9 } },
] as const

type PlanFieldsProps = { list: PlanList; row: Row<PlanRow>; index: number; errorsOf: ErrorsOfRow }

function PlanFields({ list, row, index, errorsOf }: PlanFieldsProps) {
  return (
    <FieldRow kind="plan">
      <input type="hidden" name={`plans[${index}].key`} value={keyOf(row)} />
      {PLAN_PARTS.map(({ part, label, props }) => {
        const id = list.idOf(row.key, part)
        return (
          <Input
            key={part}
            className={part === 'name' ? '@max-2xl:col-span-full' : undefined}
            id={id}
            name={`plans[${index}].${part}`}
            aria-label={`${label} of plan ${index + 1}`}
            placeholder={part === 'codes' ? 'Codes (optional)' : label}
            defaultValue={row.value[part]}
            {...props}
            {...describedBy({ id, errors: errorsOf(id) })}
          />
        )
      })}
      <RowButtons list={list} index={index} noun="plan" className="@max-2xl:col-span-full" />
      {PLAN_PARTS.map(({ part }) => (
        <FieldErrors key={part} id={list.idOf(row.key, part)} errors={errorsOf(list.idOf(row.key, part))} />
      ))}
    </FieldRow>
  )
}

type LimitsEditorProps = { initial: Row<LimitRow>[]; plans: Row<PlanRow>[]; errorsOf: ErrorsOfRow }

function LimitsEditor({ initial, plans, errorsOf }: LimitsEditorProps) {
  const list = useRepeatedRows<LimitRow>({ name: 'limits', initial, blank: { label: '' }, firstPart: 'label' })
  return (
    <div id="limits" className={FIELD_ROWS}>
      <h4 className={BOX_LOOK.title}>Plan limits</h4>
      <p className="text-muted-foreground text-small">
        Such as seats or storage, with a value for each plan. Leave empty what is not stated.
      </p>
      {list.rows.map(({ key, value }, index) => {
        const id = list.idOf(key, 'label')
        return (
          <FieldRow kind="limit" key={key}>
            <Input
              id={id}
              name={`limits[${index}].label`}
              aria-label={`Label of limit ${index + 1}`}
              placeholder="Label"
              maxLength={DEAL_LIMITS.limitLabel}
              defaultValue={value.label}
              {...describedBy({ id, errors: errorsOf(id) })}
            />
            <RowButtons list={list} index={index} noun="limit" />
            <FieldErrors id={id} errors={errorsOf(id)} />
            <div className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
              {plans.map((plan, column) => {
                const name = `limits[${index}].values.${keyOf(plan)}`
                const planName = plan.value.name || `Plan ${column + 1}`
                return (
                  <label key={plan.key} htmlFor={name}>
                    <span className="text-caption leading-snug text-muted-foreground">{planName}</span>
                    <Input
                      id={name}
                      name={name}
                      aria-label={`${planName}, limit ${index + 1}`}
                      maxLength={DEAL_LIMITS.limitValue}
                      defaultValue={value.values?.[keyOf(plan)]}
                      {...describedBy({ id: name, errors: errorsOf(name) })}
                    />
                    <FieldErrors id={name} errors={errorsOf(name)} />
                  </label>
                )
              })}
            </div>
          </FieldRow>
        )
      })}
      {list.rows.length < DEAL_LIMITS.limits ? (
        <p>
          <Button id={list.addId} tone="secondary" size="sm" icon="plus" {...list.add}>
            Add limit
          </Button>
        </p>
      ) : null}
    </div>
  )
}
