import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { CardDeal } from '~/features/catalog/deals/deal'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { DealGrid } from './deal-grid'
import type { ShelfCounts } from './shelves'

type DealListingProps = {
  list: {
    deals: CardDeal[]
    count: number
    isCapped: boolean
    offers?: number
    pages: number
    shelves?: ShelfCounts
  }
  /** The day on which the deals are shown. */
  today: string
  page: number
  path: string
  /** The list of every offer, the earlier ones included. */
  everyOffer: string
  /** Shown instead of an empty list. */
  children: ReactNode
}

/** One page of the deals of a category or platform, open ones first. */
export function DealListing({
  list: { deals, count, isCapped, offers = count, pages, shelves },
  today,
  page,
  path,
  everyOffer,
  children,
}: DealListingProps) {
  if (deals.length === 0 && offers === 0) return children
  return (
    <>
      <div className="border-t border-border-strong pt-4 pb-5">
        <p className="text-small text-muted-foreground">
          <ListCount count={count} isCapped={isCapped} open={shelves?.open} />
          {offers > count ? (
            <>
              {'. '}
              <Link className="link" to={everyOffer} discover="none">
                {`${pluralize(offers, 'offer')} in all`}
              </Link>
              .
            </>
          ) : null}
        </p>
      </div>
      <DealGrid deals={deals} today={today} heading="h2" shelves={shelves} />
      <Pagination page={page} pageCount={pages} href={(page) => listingPath(path, page)} />
    </>
  )
}

export function listingPath(path: string, page: number) {
  return page > 1 ? `${path}?page=${page}` : path
}

type ListCountProps = { count: number; isCapped: boolean; open: number | undefined; noun?: 'product' | 'offer' }

/** "37 products, 12 open" */
export function ListCount({ count, isCapped, open, noun = 'product' }: ListCountProps) {
  return (
    <>
      <b className="font-semibold text-foreground">
        {isCapped ? `${count.toLocaleString('en-US')}+ ${noun}s` : pluralize(count, noun)}
      </b>
      {open === undefined || count === 0 ? null : `, ${open.toLocaleString('en-US')} open`}
    </>
  )
}
