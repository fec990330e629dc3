import { Fragment, type ReactNode } from 'react'
import { CommissionNotice } from '~/features/catalog/deals/commission'
import { type CardDeal, isPastStatus } from '~/features/catalog/deals/deal'
import { CARD_GRID } from '~/ui/card-grid'
import { classes } from '~/ui/classes'
import { DealCard } from './deal-card'
import { QuietDeal } from './quiet-deal'
import { groupByShelf, type ShelfCounts, shelfHead } from './shelves'

type DealGridProps = {
  deals: CardDeal[]
  today: string
  heading: 'h2' | 'h3'
  /** Four cards in one row where there is room for them. */
  hasFour?: boolean
  /** Of the whole list, where it is in the order of its shelves. */
  shelves?: ShelfCounts
  /** A box after the cards. */
  children?: ReactNode
}

/** Cards below one line about what their links earn. Past deals are rows between or after them. */
export function DealGrid({ deals, today, heading, hasFour, shelves, children }: DealGridProps) {
  return (
    <>
      <CommissionNotice deals={deals} />
      <div className={classes(CARD_GRID, hasFour && 'min-[80rem]:grid-cols-4 min-[80rem]:gap-5')}>
        {groupByShelf(deals).map(({ shelf, deals: [first, ...others] }) => (
          <Fragment key={first.slug}>
            <ShelfHead {...shelfHead(shelf, shelves)} />
            {isPastStatus(first.shown_status) ? (
              <div className="col-span-full divide-y divide-border">
                {[first, ...others].map((deal) => (
                  <QuietDeal key={deal.slug} deal={deal} today={today} heading={heading} />
                ))}
              </div>
            ) : (
              [first, ...others].map((deal) => (
                // Directly below the page's heading, the first image is its largest contentful paint.
                <DealCard
                  key={deal.slug}
                  deal={deal}
                  today={today}
                  heading={heading}
                  leads={heading === 'h2' && deal === deals[0]}
                />
              ))
            )}
          </Fragment>
        ))}
        {children}
      </div>
    </>
  )
}

function ShelfHead({ label, count }: { label?: string; count?: string }) {
  if (!label) return null
  return (
    <h2 className="col-span-full flex items-baseline gap-3 pt-3 font-sans text-small font-semibold tracking-[0] text-muted-foreground">
      {label}
      {count === undefined ? null : <small className="font-normal">{count}</small>}
      <span className="flex-1 self-center border-t border-border-strong" />
    </h2>
  )
}
