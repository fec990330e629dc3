import { CARD_GRID } from '~/ui/card-grid'
import { classes } from '~/ui/classes'
import { DealCard } from './deal-card'
import type { CardDeal } from './listed-deal'

type DealGridProps = {
  deals: CardDeal[]
  today: string
  heading: 'h2' | 'h3'
  /** Four cards in one row where there is room for them. */
  hasFour?: boolean
}

/** Cards with the disclosure that Get Deal links earn a commission. */
export function DealGrid({ deals, today, heading, hasFour }: DealGridProps) {
  return (
    <>
      <div className={classes(CARD_GRID, hasFour && 'min-[80rem]:grid-cols-4 min-[80rem]:gap-5')}>
        {deals.map((deal, index) => (
          // Directly below the page's heading, the first image is its largest contentful paint.
          <DealCard
            key={deal.slug}
            deal={deal}
            today={today}
            heading={heading}
            leads={heading === 'h2' && index === 0}
          />
        ))}
      </div>
      <p className="mt-4 text-caption text-subtle-foreground">
        Get Deal leads to the vendor's platform. We may earn a commission.
      </p>
    </>
  )
}
