import type { ReactNode } from 'react'
import { AFFECTS_LABELS, CHANGE_KIND_LABELS, formatValue } from '~/features/catalog/record/change-log'
import { MarkedLink } from '~/features/contributions/decisions/marked-text'
import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import { labelOf } from '~/features/contributions/reported-values/reported-fields'

/** What a change report says that changed, beside what the page says now. */
export function ReportedChangeTable({ change }: { change: ReportedChange }) {
  const { kind, oldValue, newValue, affectsOwners, sourceUrl, field } = change
  // Once the deal has the value, the report says what was before.
  const isOnPage = field !== undefined && (field.isNew || field.value === '')
  const before = (isOnPage && field.onRecord) || formatValue(oldValue, change)
  const after = formatValue(newValue, change)
  return (
    <table className="text-control">
      <caption className="sr-only">Reported change</caption>
      {before || after ? (
        <thead>
          <tr className="border-b border-border-strong text-caption text-muted-foreground">
            {['Field', isOnPage ? 'On the page now' : 'Before', 'Reported'].map((head) => (
              <th key={head} scope="col" className="wrap-normal py-2.5 pe-2">
                {head}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody className="divide-y divide-border">
        {before || after ? (
          <tr className="align-baseline">
            <th scope="row" className={TERM}>
              {field ? labelOf(field.field) : CHANGE_KIND_LABELS[kind]}
            </th>
            <td className={VALUE}>
              {before ? (
                <del dir="auto" className="text-muted-foreground decoration-destructive-ink">
                  {before}
                </del>
              ) : (
                'Not stated'
              )}
            </td>
            <td className={VALUE}>
              {after ? (
                <ins dir="auto" className="font-bold no-underline">
                  {after}
                </ins>
              ) : (
                'Not stated'
              )}
            </td>
          </tr>
        ) : null}
        <Row term="Kind">{CHANGE_KIND_LABELS[kind]}</Row>
        <Row term="Affects">{AFFECTS_LABELS[affectsOwners]}</Row>
        <Row term="Source">{sourceUrl ? <MarkedLink url={sourceUrl} /> : 'No source given'}</Row>
      </tbody>
    </table>
  )
}

const TERM = 'py-2.5 pe-4 font-normal wrap-normal text-muted-foreground'
const VALUE = 'py-2.5 pe-2'

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <tr className="align-baseline">
      <th scope="row" className={TERM}>
        {term}
      </th>
      <td colSpan={2} className={VALUE}>
        {children}
      </td>
    </tr>
  )
}
