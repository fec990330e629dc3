import { Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { vendorLinkLabel } from '~/features/catalog/deals/get-deal-link'
import { iconButtonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { formatMoney } from '~/ui/money'
import { CompareLink } from './compare-link'
import { DEAL_SORT_LABELS, type DealSort } from './deal-search'
import type { RowDeal } from './listed-deal'
import { OtherOffersLink } from './other-offers'

type DealListProps = {
  deals: RowDeal[]
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

/** One row a deal, with the disclosure that links to vendors earn a commission. Narrow screens get two or three lines. */
export function DealList({ deals, today, sort }: DealListProps) {
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
            <th {...HEAD}>Price</th>
            <th {...HEAD}>
              <span className="sr-only">Vendor</span>
            </th>
          </tr>
        </thead>
        <tbody className="rows" {...ROWS}>
          {deals.map((deal) => (
            <DealRow key={deal.slug} deal={deal} today={today} />
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-caption text-subtle-foreground">
        <span className="go inline-flex align-middle max-lg:hidden" aria-hidden="true" />
        <span className="lg:sr-only">Get Deal</span> leads to the vendor's platform. We may earn a commission.
      </p>
    </>
  )
}

/** Without classes and icons in its cells: there are 48 of them, and the style sheet knows their order. */
function DealRow({ deal, today }: { deal: RowDeal; today: string }) {
  const { slug, title, deal_price, currency, review_count, rating_average, change_count } = deal
  const ended = deal.shown_status === 'EXPIRED' ? 'text-muted-foreground' : undefined
  return (
    <tr {...ROW}>
      <td {...CELL}>
        <CompareLink deal={deal} />
      </td>
      <th {...ROW_HEAD}>
        <Link className={ended} to={`/deals/${slug}`} discover="none">
          <bdi>{title}</bdi>
        </Link>
        <small>
          by <bdi>{deal.vendor_name}</bdi>
          <OtherOffersLink deal={deal} className="ms-3" />
        </small>
      </th>
      <td {...CELL}>{deal.category}</td>
      <td {...CELL}>
        <DealStatusBadge status={deal.shown_status} />
        <AvailabilityDate deal={deal} today={today} isShort isUrgent={deal.shown_status === 'ENDING_SOON'} />
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
        {deal_price === null ? (
          'Not listed'
        ) : (
          <span className={classes('price', ended)}>{formatMoney(deal_price, currency)}</span>
        )}
      </td>
      <td {...CELL}>
        <a
          className={iconButtonClasses({ className: 'go' })}
          href={`/go/${slug}`}
          target="_blank"
          rel="sponsored nofollow noopener"
        >
          <span className="sr-only">{`${vendorLinkLabel(deal)}: ${title}, opens in a new tab`}</span>
        </a>
      </td>
    </tr>
  )
}
