import { Link } from '@remix-run/react'
import { dealListPath } from '~/features/catalog/deals/list/active-filters'
import { type DealSearch, pageSizeOf } from '~/features/catalog/deals/list/deal-search'
import { pluralize } from '~/ui/pluralize'

type ResultCountProps = {
  count: number
  isCapped: boolean
  /** All matching offers; undefined where they were not counted. */
  offers: number | undefined
  search: DealSearch
  shown: number
}

/** "37 products, showing 1 to 24. 52 offers in all." With every offer listed: "52 offers, showing 1 to 24." */
export function ResultCount({ count, isCapped, offers, search, shown }: ResultCountProps) {
  const first = (search.page - 1) * pageSizeOf(search) + 1
  const range = `, showing ${first.toLocaleString('en-US')} to ${(first + shown - 1).toLocaleString('en-US')}`
  const noun = search.offers === 'all' ? 'offer' : 'product'
  const hasMore = offers !== undefined && offers > count && count > 0
  return (
    <p className="small muted" role="status">
      <b className="strong">{isCapped ? `${count.toLocaleString('en-US')}+ ${noun}s` : pluralize(count, noun)}</b>
      {shown > 0 ? range : null}
      {hasMore ? (
        <>
          {'. '}
          <Link className="link" to={dealListPath({ ...search, offers: 'all', page: 1 })} discover="none">
            {`${offers.toLocaleString('en-US')} offers in all`}
          </Link>
          .
        </>
      ) : null}
    </p>
  )
}
