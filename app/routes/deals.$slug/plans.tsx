import type { DealPlans } from '~/features/catalog/deals/plans/plans'
import { classes } from '~/ui/classes'
import { Fold } from '~/ui/fold'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'

/** Of the cells of a row: figures end in line, and the first and last begin and end where the table does. */
const CELLS =
  '*:text-end *:align-baseline *:first:text-start *:not-first:ps-1.5 *:not-last:pe-1.5 sm:*:not-first:ps-3 sm:*:not-last:pe-3'

type PlansTableProps = DealPlans & {
  currency: string
  /** Whether phones show the list instead. */
  isWide: boolean
}

/** One column a plan. */
export function PlansTable({ plans, limits, currency, isWide }: PlansTableProps) {
  return (
    <table
      className={classes('border-b-4 border-double border-b-border-strong text-control', isWide && 'max-sm:hidden')}
    >
      <caption className="sr-only">Plans: price, codes and limits</caption>
      <thead>
        <tr className={`${CELLS} border-b-2 border-foreground *:pb-3`}>
          <td />
          {plans.map(({ name, price, codes }) => (
            <th key={name} scope="col">
              <bdi>{name}</bdi>
              <Codes count={codes} />
              <Price amount={price} currency={currency} size="lg" className="mt-0.5 block" />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:text-small">
        {limits.map(({ label, values }) => (
          <tr key={label} className={`${CELLS} *:py-2.25 not-first:border-t not-first:border-border`}>
            <th className="font-normal text-muted-foreground" scope="row" dir="auto">
              {label}
            </th>
            {plans.map(({ name }, index) => (
              <Limit key={name} value={values[index]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Limit({ value }: { value: string | undefined }) {
  const isNone = !value || value.toLowerCase() === 'no'
  return (
    <td className={isNone ? 'font-normal text-subtle-foreground' : 'font-medium'} dir={value ? 'auto' : undefined}>
      {value || 'Not stated'}
    </td>
  )
}

function Codes({ count }: { count: number | null }) {
  if (count === null) return null
  return <small className="block text-caption font-book text-subtle-foreground">{pluralize(count, 'code')}</small>
}

type PlanListProps = DealPlans & {
  currency: string
  /** Whether wide windows show the table instead. */
  isForPhones: boolean
}

/** One row a plan, with its limits in a fold. */
export function PlanList({ plans, limits, currency, isForPhones }: PlanListProps) {
  return (
    <ul className={classes(LEDGER_RULES, isForPhones && 'sm:hidden')} aria-label="Plans">
      {plans.map(({ name, price, codes }, index) => {
        const stated = limits.filter(({ values }) => values[index])
        return (
          <li key={name} className="not-first:border-t not-first:border-border">
            <div
              className={classes(
                'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pt-3',
                stated.length === 0 && 'pb-3',
              )}
            >
              <b className="font-bold">
                <bdi>{name}</bdi>
                <Codes count={codes} />
              </b>
              <Price amount={price} currency={currency} />
            </div>
            {stated.length > 0 ? (
              <Fold
                summary={
                  <>
                    Limits
                    <span className="sr-only">{` of ${name}`}</span>
                  </>
                }
              >
                <ul className="grid gap-1 pb-3 text-small text-muted-foreground">
                  {stated.map(({ label, values }) => (
                    <li key={label} dir="auto">
                      {label}: <b className="font-medium text-foreground">{values[index]}</b>
                    </li>
                  ))}
                </ul>
              </Fold>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
