import type { DealPlans } from '~/features/catalog/deals/plans/plans'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'

type PlansTableProps = DealPlans & {
  currency: string
  /** Whether phones show the list instead. */
  isWide: boolean
}

/** One column a plan. */
export function PlansTable({ plans, limits, currency, isWide }: PlansTableProps) {
  return (
    <table className={classes('plans', isWide && 'plans--wide')}>
      <caption className="sr-only">Plans: price, codes and limits</caption>
      <thead>
        <tr>
          <td />
          {plans.map(({ name, price, codes }) => (
            <th key={name} scope="col">
              <bdi>{name}</bdi>
              {codes === null ? null : <small>{pluralize(codes, 'code')}</small>}
              <Price amount={price} currency={currency} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {limits.map(({ label, values }) => (
          <tr key={label}>
            <th scope="row" dir="auto">
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
  if (!value) return <td className="plans__none">Not stated</td>
  return (
    <td className={classes(value.toLowerCase() === 'no' && 'plans__none')} dir="auto">
      {value}
    </td>
  )
}

type PlanListProps = DealPlans & {
  currency: string
  /** Whether wide windows show the table instead. */
  isForPhones: boolean
}

/** One row a plan, with its limits in a fold. */
export function PlanList({ plans, limits, currency, isForPhones }: PlanListProps) {
  return (
    <ul className={classes('plan-list', isForPhones && 'plan-list--phone')} aria-label="Plans">
      {plans.map(({ name, price, codes }, index) => {
        const stated = limits.filter(({ values }) => values[index])
        return (
          <li key={name}>
            <div className="plan-list__head">
              <b>
                <bdi>{name}</bdi>
                {codes === null ? null : <small>{pluralize(codes, 'code')}</small>}
              </b>
              <Price amount={price} currency={currency} />
            </div>
            {stated.length > 0 ? (
              <details className="fold">
                <summary>
                  <Icon name="plus" />
                  Limits
                  <span className="sr-only">{` of ${name}`}</span>
                </summary>
                <ul className="plan-list__limits">
                  {stated.map(({ label, values }) => (
                    <li key={label} dir="auto">
                      {label}: <b>{values[index]}</b>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
