import { Link } from '@remix-run/react'
import { Fragment } from 'react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { CommissionNotice } from '~/features/catalog/deals/commission'
import { isPastStatus, vendorLine } from '~/features/catalog/deals/deal'
import { DealState } from '~/features/catalog/deals/deal-status-badge'
import { vendorLinkRel } from '~/features/catalog/deals/get-deal-link'
import { isSubscription, offeredText } from '~/features/catalog/deals/regular-price'
import { iconButtonClasses } from '~/ui/button-classes'
import { CompareLink, OtherOffersLink, type RowDeal } from './deal-card'
import { DEAL_SORT_LABELS, type DealSort } from './deal-filters'
import { QuietDeal } from './quiet-deal'
import { groupByShelf, type ShelfCounts, shelfHead } from './shelves'

type DealListProps = {
  deals: RowDeal[]
  /** Of the whole list, where it is in the order of its shelves. */
  shelves?: ShelfCounts
  /** The day on which the deals are shown, see `utcToday`. */
  today: string
  sort: DealSort
}

// A table that the style sheet lays out as a grid is no table for some screen readers, unless it says that it is one.
const TABLE = { role: 'table' }
const ROWS = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEAD = {
  role: 'columnheader',
  scope: 'col',
  className:
    'border-b-2 border-foreground py-2 text-caption whitespace-nowrap text-muted-foreground not-first:ps-3 not-last:pe-3 nth-last-[-n+2]:text-end',
}
const ROW_HEAD = { role: 'rowheader', scope: 'row' }
const CELL = { role: 'cell' }

/** One row a deal, below one line about what their links earn. Narrow screens get two or three lines. */
export function DealList({ deals, shelves, today, sort }: DealListProps) {
  return (
    <>
      <CommissionNotice deals={deals} />
      <table
        className="border-b-4 border-double border-b-border-strong text-control max-lg:block max-lg:border-t-2 max-lg:border-t-foreground"
        {...TABLE}
      >
        <caption className="sr-only">{`Deals, one row each. Sorted by: ${DEAL_SORT_LABELS[sort]}`}</caption>
        <thead className="max-lg:sr-only" {...ROWS}>
          <tr {...ROW}>
            <th {...HEAD}>
              <span className="sr-only">Compare</span>
            </th>
            <th {...HEAD}>Deal</th>
            <th {...HEAD}>Category</th>
            <th {...HEAD}>Status and date</th>
            <th {...HEAD}>Rating</th>
            <th {...HEAD}>Price or discount</th>
            <th {...HEAD}>
              <span className="sr-only">Vendor</span>
            </th>
          </tr>
        </thead>
        <tbody className="rows" {...ROWS}>
          {groupByShelf(deals).map(({ shelf, deals: group }) => (
            <Fragment key={group[0].slug}>
              <ShelfRow {...shelfHead(shelf, shelves)} />
              {group.map((deal) => (
                <DealRow key={deal.slug} deal={deal} today={today} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </>
  )
}

function ShelfRow({ label, count }: { label?: string; count?: string }) {
  if (!label) return null
  return (
    <tr {...ROW}>
      <th
        {...ROW_HEAD}
        colSpan={7}
        className="border-b border-border-strong text-start text-small font-semibold text-muted-foreground"
      >
        {label}
        {count === undefined ? null : <span className="ms-2 font-normal">{count}</span>}
      </th>
    </tr>
  )
}

/** Without classes and icons in its cells: there are 48 of them, and the style sheet knows their order. */
function DealRow({ deal, today }: { deal: RowDeal; today: string }) {
  const { slug, title, review_count, rating_average, shown_status } = deal
  if (isPastStatus(shown_status)) {
    return (
      <tr {...ROW}>
        <td {...CELL} colSpan={7}>
          <QuietDeal deal={deal} today={today} heading="h2" />
        </td>
      </tr>
    )
  }
  const price = offeredText(deal)
  const note = noteOf(deal)
  const vendor = vendorLine(deal)
  return (
    <tr {...ROW}>
      <td {...CELL}>
        <CompareLink deal={deal} />
      </td>
      <th {...ROW_HEAD}>
        <Link to={`/deals/${slug}`} discover="none">
          <bdi>{title}</bdi>
        </Link>
        <small>
          {vendor ? (
            <>
              by <bdi>{vendor}</bdi>{' '}
            </>
          ) : null}
          <OtherOffersLink deal={deal} />
        </small>
        {deal.history ? <small>{deal.history}</small> : null}
      </th>
      <td {...CELL}>{deal.category}</td>
      <td {...CELL}>
        <DealState deal={deal} />
        <AvailabilityDate deal={deal} today={today} form="row" isUrgent={shown_status === 'ENDING_SOON'} />
      </td>
      <td {...CELL}>
        {review_count > 0 && rating_average !== null ? (
          <span className="rated">{`${Number(rating_average).toFixed(1)} (${review_count})`}</span>
        ) : null}
      </td>
      <td {...CELL}>
        {price === undefined ? 'Not listed' : <span className="price">{price}</span>}
        {note ? <small>{note}</small> : null}
      </td>
      <td {...CELL}>
        <a
          className={iconButtonClasses({ className: 'go' })}
          href={`/go/${slug}`}
          target="_blank"
          rel={vendorLinkRel(deal)}
          title="Get Deal"
        >
          <span className="sr-only">{`Get Deal: ${title}, opens in a new tab`}</span>
        </a>
      </td>
    </tr>
  )
}

/** Below a price: that it is paid again and again, the stated discount, or the code of one. */
function noteOf(deal: RowDeal) {
  if (isSubscription(deal)) return 'Subscription'
  if (deal.deal_price === null) return deal.coupon_code
  return deal.discount_percent === null ? undefined : `${deal.discount_percent}% off`
}
