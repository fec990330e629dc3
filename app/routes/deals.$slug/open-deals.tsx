import { Link } from '@remix-run/react'
import { AvailabilityDate } from '~/features/catalog/deals/availability-date'
import type { CardDeal } from '~/features/catalog/deals/deal'
import { dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { OfferedPrice } from '~/features/catalog/deals/offered-price'
import { PagePart } from '~/ui/page-part'
import { Seal } from '~/ui/seal'

type OpenDealsProps = {
  alternatives: { category: { name: string; slug: string }; deals: CardDeal[]; open: number } | null
  today: string
}

/** On a deal that is not open: up to three of its category that are. */
export function OpenDeals({ alternatives, today }: OpenDealsProps) {
  if (!alternatives) return null
  const { category, deals, open } = alternatives
  return (
    <PagePart aria-labelledby="open-deals">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-h3" id="open-deals">{`Open now in ${category.name}`}</h2>
        <Link className="link text-small" to={dealListPath({ category: category.slug, open: '1' })} discover="none">
          {`All ${open.toLocaleString('en-US')} open`}
        </Link>
      </div>
      <ul className="grid gap-3 lg:grid-cols-3">
        {deals.map((deal) => (
          <li
            key={deal.slug}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-md border border-border bg-card p-4 transition-colors hover:border-foreground"
          >
            <Seal seed={deal.slug} title={deal.title} size="sm" />
            <p className="text-caption text-muted-foreground">
              <Link
                className="block text-base leading-snug font-semibold text-foreground no-underline after:absolute after:inset-0"
                to={`/deals/${deal.slug}`}
                discover="none"
              >
                <bdi>{deal.title}</bdi>
              </Link>
              by <bdi>{deal.vendor_name}</bdi>
            </p>
            <p className="col-span-full flex items-baseline justify-between gap-2 text-caption text-muted-foreground">
              <OfferedPrice deal={deal} size="sm" className="text-foreground" />
              <AvailabilityDate deal={deal} today={today} form="row" />
            </p>
          </li>
        ))}
      </ul>
    </PagePart>
  )
}
