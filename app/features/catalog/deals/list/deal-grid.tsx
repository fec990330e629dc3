import { Fragment, type ReactNode } from 'react'
import type { CardDeal } from '~/features/catalog/deals/deal'
import { CARD_GRID } from '~/ui/card-grid'
import { classes } from '~/ui/classes'
import { DealCard } from './deal-card'
import { SHELF_LABELS, type ShelfCounts, shelfStartingAt } from './shelves'

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

/** Cards, each of which says whether its link may earn a commission. */
export function DealGrid({ deals, today, heading, hasFour, shelves, children }: DealGridProps) {
  return (
    <>
      <div className={classes(CARD_GRID, hasFour && 'min-[80rem]:grid-cols-4 min-[80rem]:gap-5')}>
        {deals.map((deal, index) => {
          const shelf = shelves && shelfStartingAt(deals, index)
          return (
            <Fragment key={deal.slug}>
              {shelf ? (
                <h2 className="col-span-full flex items-baseline gap-3 pt-3 font-sans text-small font-semibold tracking-[0] text-muted-foreground">
                  {SHELF_LABELS[shelf]}
                  {shelves[shelf] === undefined ? null : (
                    <small className="font-normal">{shelves[shelf].toLocaleString('en-US')}</small>
                  )}
                  <span className="flex-1 self-center border-t border-border-strong" />
                </h2>
              ) : null}
              {/* Directly below the page's heading, the first image is its largest contentful paint. */}
              <DealCard deal={deal} today={today} heading={heading} leads={heading === 'h2' && index === 0} />
            </Fragment>
          )
        })}
        {children}
      </div>
      <p className="mt-4 text-caption text-subtle-foreground">Get Deal takes you to the vendor's platform.</p>
    </>
  )
}
