import { Link } from '@remix-run/react'
import { Fragment } from 'react'
import { AvailabilityDate, lastKnownMonth } from '~/features/catalog/deals/availability-date'
import { commissionLineInList } from '~/features/catalog/deals/commission'
import { isPastStatus } from '~/features/catalog/deals/deal'
import { DealState } from '~/features/catalog/deals/deal-status-badge'
import { vendorLinkLabel, vendorLinkRel } from '~/features/catalog/deals/get-deal-link'
import { isSubscription, offeredText } from '~/features/catalog/deals/regular-price'
import { iconButtonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { CompareLink, OtherOffersLink, type RowDeal } from './deal-card'
import { DEAL_SORT_LABELS, type DealSort } from './deal-filters'
import { SHELF_LABELS, type ShelfCounts, shelfStartingAt } from './shelves'

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

/** One row a deal, with what its link earns. Narrow screens get two or three lines. */
export function DealList({ deals, shelves, today, sort }: DealListProps) {
  return (
    <>
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
            <th {...HEAD}>Rating, verified changes</th>
            <th {...HEAD}>Price or discount</th>
            <th {...HEAD}>
              <span className="sr-only">Vendor</span>
            </th>
          </tr>
        </thead>
        <tbody className="rows" {...ROWS}>
          {deals.map((deal, index) => {
            const shelf = shelves && shelfStartingAt(deals, index)
            return (
              <Fragment key={deal.slug}>
                {shelf ? (
                  <tr {...ROW}>
                    <th
                      {...ROW_HEAD}
                      colSpan={7}
                      className="border-b border-border-strong text-start text-small font-semibold text-muted-foreground max-lg:col-span-full"
                    >
                      {SHELF_LABELS[shelf]}
                      {shelves[shelf] === undefined ? null : (
                        <span className="ms-2 font-normal">{shelves[shelf].toLocaleString('en-US')}</span>
                      )}
                    </th>
                  </tr>
                ) : null}
                <DealRow deal={deal} today={today} />
              </Fragment>
            )
          })}
        </tbody>
      </table>
      <p className="mt-4 text-caption text-subtle-foreground">
        <span className="go inline-flex align-middle max-lg:hidden" aria-hidden="true" />
        <span className="lg:sr-only">Get Deal</span> leads to the vendor's platform.
      </p>
    </>
  )
}

/** Without classes and icons in its cells: there are 48 of them, and the style sheet knows their order. */
function DealRow({ deal, today }: { deal: RowDeal; today: string }) {
  const { slug, title, review_count, rating_average, change_count } = deal
  const past = isPastStatus(deal.shown_status) ? 'text-muted-foreground' : undefined
  const price = offeredText(deal)
  const note = noteOf(deal, today)
  const commission = commissionLineInList(deal)
  return (
    <tr {...ROW}>
      <td {...CELL}>
        <CompareLink deal={deal} />
      </td>
      <th {...ROW_HEAD}>
        <Link className={past} to={`/deals/${slug}`} discover="none">
          <bdi>{title}</bdi>
        </Link>
        <small>
          by <bdi>{deal.vendor_name}</bdi>
          <OtherOffersLink deal={deal} className="ms-3" />
        </small>
      </th>
      <td {...CELL}>{deal.category}</td>
      <td {...CELL}>
        <DealState deal={deal} />
        <AvailabilityDate deal={deal} today={today} form="row" isUrgent={deal.shown_status === 'ENDING_SOON'} />
      </td>
      <td {...CELL}>
        {review_count > 0 && rating_average !== null ? (
          <span className="rated">{`${Number(rating_average).toFixed(1)} (${review_count})`}</span>
        ) : (
          'No reviews yet'
        )}
        {change_count > 0 ? (
          <span className="checked">
            {change_count}
            <span className="sr-only">{change_count === 1 ? ' verified change' : ' verified changes'}</span>
          </span>
        ) : null}
      </td>
      <td {...CELL}>
        {price === undefined ? 'Not listed' : <span className={classes('price', past)}>{price}</span>}
        {note ? <small>{note}</small> : null}
      </td>
      <td {...CELL}>
        <a
          className={iconButtonClasses({ className: 'go' })}
          href={`/go/${slug}`}
          target="_blank"
          rel={vendorLinkRel(deal)}
          title={commission}
        >
          <span className="sr-only">{`${vendorLinkLabel(deal)}: ${title}, opens in a new tab${commission ? `. ${commission}` : ''}`}</span>
        </a>
      </td>
    </tr>
  )
}

/** Below a price: when it was known, that it is paid again and again, the stated discount, or the code of one. */
function noteOf(deal: RowDeal, today: string) {
  if (isPastStatus(deal.shown_status)) return offeredText(deal) && `in ${lastKnownMonth(deal, today)}`
  if (isSubscription(deal)) return 'Subscription'
  if (deal.deal_price === null) return deal.coupon_code
  return deal.discount_percent === null ? undefined : `${deal.discount_percent}% off`
}
