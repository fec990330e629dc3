import { listTerms } from '~/features/catalog/deals/terms'
import { classes } from '~/ui/classes'
import { Fold } from '~/ui/fold'
import { Icon } from '~/ui/icon'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { LocalDate } from '~/ui/local-date'
import { outsideUrl } from '~/ui/outside-url'
import { PagePart } from '~/ui/page-part'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'
import { useDeal } from './use-deal'

/** More columns than these do not fit beside the sidebar. */
const PLANS_IN_TABLE = 4
/** More than these do not fit on a phone either. */
const PLANS_ON_PHONE = 3

/** Nothing where neither plans nor terms are known; the box "Help complete this record" asks for them. */
export function WhatYouGet() {
  const { deal, plans } = useDeal()
  const { length: count } = plans.plans
  const isUnknown = useLacksTerms()
  if (isUnknown && count === 0 && !deal.terms_url) return null
  return (
    <PagePart aria-labelledby="what-you-get">
      <h2 className="text-figure-md" id="what-you-get">
        What exactly you get
      </h2>
      {count > 0 && count <= PLANS_IN_TABLE ? <PlansTable isWide={count > PLANS_ON_PHONE} /> : null}
      {count > PLANS_ON_PHONE ? <PlanList isForPhones={count <= PLANS_IN_TABLE} /> : null}
      {isUnknown ? <TermsSource /> : <TermsCard />}
    </PagePart>
  )
}

/** Whether no term of the deal is stated. */
export function useLacksTerms() {
  const { deal } = useDeal()
  return listTerms(deal, deal.platform).every(({ value }) => value === undefined)
}

/** Of the cells of a row: figures end in line, and the first and last begin and end where the table does. */
const CELLS =
  '*:text-end *:align-baseline *:first:text-start *:not-first:ps-1.5 *:not-last:pe-1.5 sm:*:not-first:ps-3 sm:*:not-last:pe-3'

/** One column a plan. `isWide`: phones show the list instead. */
function PlansTable({ isWide }: { isWide: boolean }) {
  const {
    deal,
    plans: { plans, limits },
  } = useDeal()
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
              <Price amount={price} currency={deal.currency} size="lg" className="mt-0.5 block" />
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

/** One row a plan, with its limits in a fold. `isForPhones`: wide windows show the table instead. */
function PlanList({ isForPhones }: { isForPhones: boolean }) {
  const {
    deal,
    plans: { plans, limits },
  } = useDeal()
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
              <Price amount={price} currency={deal.currency} />
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

/** The terms of a deal in two columns, those not stated last. */
function TermsCard() {
  const { deal } = useDeal()
  const { true: stated = [], false: unknown = [] } = Object.groupBy(listTerms(deal, deal.platform), ({ value }) =>
    value === undefined ? 'false' : 'true',
  )
  return (
    <div className="rounded-md border border-border-strong bg-card px-4.5 pt-1.5 pb-4.5 md:px-6 lg:px-7">
      <h3 className="sr-only">Terms</h3>
      <dl className="grid sm:grid-cols-2 sm:gap-x-8">
        {[...stated, ...unknown].map(({ label, value, isPlatformRule }) => (
          <div key={label} className="grid content-start gap-px border-b border-border py-3.25">
            <dt className="text-caption leading-snug text-muted-foreground">{label}</dt>
            {value === undefined ? (
              <dd className="text-control leading-snug font-book text-subtle-foreground">Not stated</dd>
            ) : (
              <dd className="text-control leading-snug font-semibold" dir="auto">
                {value}
                {isPlatformRule ? (
                  <small className="block text-caption font-book text-subtle-foreground" dir="ltr">
                    {`Platform's rule (${deal.platform.name})`}
                  </small>
                ) : null}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <TermsSource />
    </div>
  )
}

/** Where the terms come from, and when they were read. */
function TermsSource() {
  const { terms_url, terms_read_on } = useDeal().deal
  const url = outsideUrl(terms_url)
  if (!url) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pt-3.5 text-caption leading-5 text-subtle-foreground">
      <a
        className="link inline-flex min-h-6 items-center gap-1"
        href={url}
        target="_blank"
        rel="nofollow noopener noreferrer"
      >
        {"The vendor's terms"}
        <Icon name="arrow-up-right" />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      {terms_read_on ? (
        <span>
          {'We read them on '}
          <LocalDate value={terms_read_on} />
        </span>
      ) : null}
    </p>
  )
}
