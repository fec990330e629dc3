import { AFFECTS_LABELS, CHANGE_KIND_LABELS, formatValue } from '~/features/catalog/record/change-log'
import { MarkedLink } from '~/features/contributions/decisions/marked-text'
import type { ReportedChange } from '~/features/contributions/kinds/item-description'
import { formatMoney } from '~/ui/money'

/** What a change report says that changed, beside what the page says now. */
export function ReportedChangeTable({ change }: { change: ReportedChange }) {
  const { kind, oldValue, newValue, affectsOwners, sourceUrl, dealPrice, currency } = change
  const before = kind === 'PRICE' && dealPrice ? formatMoney(dealPrice, currency) : formatValue(oldValue, change)
  const after = formatValue(newValue, change)
  return (
    <table className="reported-change">
      <caption className="sr-only">Reported change</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{kind === 'PRICE' ? 'On the page now' : 'Before'}</th>
          <th scope="col">Reported</th>
        </tr>
      </thead>
      <tbody>
        {before || after ? (
          <tr>
            <th scope="row">{kind === 'PRICE' ? 'Deal price' : CHANGE_KIND_LABELS[kind]}</th>
            <td>{before ? <del dir="auto">{before}</del> : 'Not stated'}</td>
            <td>{after ? <ins dir="auto">{after}</ins> : 'Not stated'}</td>
          </tr>
        ) : null}
        <tr>
          <th scope="row">Kind</th>
          <td />
          <td>{CHANGE_KIND_LABELS[kind]}</td>
        </tr>
        <tr>
          <th scope="row">Affects</th>
          <td />
          <td>{AFFECTS_LABELS[affectsOwners]}</td>
        </tr>
        <tr>
          <th scope="row">Source</th>
          <td />
          <td>{sourceUrl ? <MarkedLink url={sourceUrl} /> : 'No source given'}</td>
        </tr>
      </tbody>
    </table>
  )
}
