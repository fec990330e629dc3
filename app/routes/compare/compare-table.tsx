import { Link } from '@remix-run/react'
import type { DealStatus } from '~/db/schema'
import {
  type ComparedFact,
  differs,
  type FactCell,
  type FactGroup,
  sharedText,
} from '~/features/audience/compare/facts'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import { Icon } from '~/ui/icon'
import { Price } from '~/ui/price'
import { Stars } from '~/ui/stars'

type Deal = { slug: string; title: string; vendor_name: string; shown_status: DealStatus }

type CompareTableProps = {
  deals: Deal[]
  groups: FactGroup[]
  /** The address of the comparison without a deal. */
  pathWithout: (slug: string) => string
}

// Narrow screens lay the table out as blocks, which is no table for screen readers, unless it says that it is one.
const ROW = { role: 'row' }
const ROWS = { role: 'rowgroup' }
const CELL = { role: 'cell' }
const HEAD = { role: 'columnheader', scope: 'col' }
const GROUP_HEAD = { role: 'columnheader', scope: 'colgroup' }
const ROW_HEAD = { role: 'rowheader', scope: 'row' }
const TABLE = { role: 'table' }

/** One column a deal. Below 64rem each fact is a heading with one line a deal. */
export function CompareTable({ deals, groups, pathWithout }: CompareTableProps) {
  return (
    <table className="compare" {...TABLE}>
      <caption className="sr-only">{`${deals.length} deals compared, one column each`}</caption>
      <thead {...ROWS}>
        <tr {...ROW}>
          <td {...CELL} />
          {deals.map((deal) => (
            <th key={deal.slug} {...HEAD}>
              <div className="compare__deal">
                <p className="compare__title">
                  <Link to={`/deals/${deal.slug}`}>
                    <bdi>{deal.title}</bdi>
                  </Link>
                </p>
                <span className="small subtle">
                  by <bdi>{deal.vendor_name}</bdi>
                </span>
                <GetDealLink deal={deal} />
                <Link className="compare__drop" to={pathWithout(deal.slug)} rel="nofollow" preventScrollReset>
                  <Icon name="x" />
                  Remove
                  <span className="sr-only">{` ${deal.title}`}</span>
                </Link>
              </div>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ label, facts }) => (
        <tbody key={label} {...ROWS}>
          <tr {...ROW} className="compare__group">
            <th {...GROUP_HEAD} colSpan={deals.length + 1}>
              {label}
            </th>
          </tr>
          {facts.map((fact) => (
            <FactRow key={fact.label} fact={fact} deals={deals} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function FactRow({ fact, deals }: { fact: ComparedFact; deals: Deal[] }) {
  const isDifferent = differs(fact)
  return (
    <tr {...ROW}>
      <th {...ROW_HEAD}>
        {fact.label}
        {isDifferent ? <small>Differs</small> : null}
      </th>
      {isDifferent ? (
        fact.cells.map((cell, index) => (
          <td key={deals[index]!.slug} {...CELL}>
            <span className="compare__name" aria-hidden="true">
              {deals[index]!.title}
            </span>
            <span className={cell.isUnknown ? 'compare__unknown' : undefined}>
              <FactValue cell={cell} />
            </span>
          </td>
        ))
      ) : (
        <td {...CELL} className="compare__all" colSpan={deals.length}>
          {sharedText(fact)}
        </td>
      )}
    </tr>
  )
}

function FactValue({ cell }: { cell: FactCell }) {
  const { text, note, price, status, stars } = cell
  return (
    <>
      {stars === undefined ? null : <Stars value={stars} small />}
      {price ? <Price {...price} /> : status ? <DealStatusBadge status={status} /> : stars ? ` ${text}` : text}
      {note ? <small>{note}</small> : null}
    </>
  )
}
