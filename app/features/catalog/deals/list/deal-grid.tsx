import { classes } from '~/ui/classes'
import { DealCard } from './deal-card'
import type { CardDeal } from './listed-deal'

type DealGridProps = { deals: CardDeal[]; today: string; heading: 'h2' | 'h3'; className?: string }

/** Cards with the disclosure that Get Deal links earn a commission. */
export function DealGrid({ deals, today, heading, className }: DealGridProps) {
  return (
    <>
      <div className={classes('deal-grid', className)}>
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
      <p className="caption subtle mt-4">Get Deal leads to the vendor's platform. We may earn a commission.</p>
    </>
  )
}
